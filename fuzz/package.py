#!/usr/bin/env python3
"""Packs a fuzz target as OSS-Fuzz unpacks it: package.py OUT.tar NAME FUZZER MAX_LEN DICTIONARY SEED... [-OPTION=VALUE...]

A SEED is a file or a folder of them; a DICTIONARY of - is none; an OPTION is one of libFuzzer's. The same input gives the same bytes.
"""

import io
import os
import sys
import tarfile
import zipfile


def files_of(seeds):
    for seed in seeds:
        if os.path.isdir(seed):
            yield from (os.path.join(seed, name) for name in os.listdir(seed))
        else:
            yield seed


def zipped(paths):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, 'w', zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(paths, key=os.path.basename):
            with open(path, 'rb') as file:
                # Without a time of its own, which is of no use and differs.
                archive.writestr(zipfile.ZipInfo(os.path.basename(path)), file.read(), zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def main(out, name, fuzzer, max_len, dictionary, *rest):
    options = '[libfuzzer]\nmax_len = %s\n' % max_len
    for word in rest:
        if word.startswith('-'):
            options += '%s = %s\n' % tuple(word[1:].split('=', 1))
    if dictionary != '-':
        options += 'dict = %s.dict\n' % name
    corpus = list(files_of(word for word in rest if not word.startswith('-')))
    if not corpus:
        sys.exit('package.py: %s has no seeds' % name)
    for path in corpus:
        if os.path.getsize(path) > int(max_len):  # which libFuzzer would cut off, and run something else
            sys.exit('package.py: %s: %s is longer than max_len, %s bytes; make it two' % (name, path, max_len))
    with open(fuzzer, 'rb') as file:
        members = [(name, file.read(), 0o755)]
    members += [(name + '_seed_corpus.zip', zipped(corpus), 0o644), (name + '.options', options.encode(), 0o644)]
    if dictionary != '-':
        with open(dictionary, 'rb') as file:
            members.append((name + '.dict', file.read(), 0o644))
    with tarfile.open(out, 'w', format=tarfile.GNU_FORMAT) as tar:
        for member, data, mode in members:
            info = tarfile.TarInfo(member)
            info.size, info.mode = len(data), mode
            tar.addfile(info, io.BytesIO(data))


if __name__ == '__main__':
    if sys.argv[1:] in (['-h'], ['--help']):
        print(__doc__)
        sys.exit()
    if len(sys.argv) < 7:
        sys.exit(__doc__)
    main(*sys.argv[1:])
