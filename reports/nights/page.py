"""index.html: the nights in a table and as plots, from the template in reports/html."""
import dataclasses
import json
import os

import record

HTML = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'html')
# One script, in this order, as in the report's page.
SCRIPTS = ('element.js', 'plots.js', 'nights.js')


def part(name):
    with open(os.path.join(HTML, name), encoding='utf-8') as file:
        return file.read()


def embedded(value):
    """JSON within a <script>: without `<` no text ends it, or begins a comment."""
    return json.dumps(value).replace('<', '\\u003c')


def described(folder, name):
    """A night as the page needs it, with the files that are still there."""
    night = dataclasses.asdict(record.load(folder, name))
    for step in night['steps']:
        files = {ending: '%s/%s.%s' % (name, step['name'], ending) for ending in ('html', 'json', 'xml', 'sarif', 'md', 'log')}
        step['files'] = {ending: path for ending, path in files.items() if os.path.exists(os.path.join(folder, path))}
    return night


def write(folder):
    data = embedded({'nights': [described(folder, name) for name in record.names(folder)]})
    text = part('nights.html')
    for mark, value in (('{{style}}', part('report.css')),
                        ('{{script}}', ''.join(part(name) for name in SCRIPTS)),
                        ('{{data}}', data)):  # last: what is in it is not looked through for marks
        text = text.replace(mark, value)
    record.write_whole(os.path.join(folder, 'index.html'), text)
