"""Writes the JSON of every model of keras_applications, as a real Keras writes it.

    targets/run-script keras-2.2.4 corpus/models/make_application_models.py DIRECTORY [MODEL...]

One file a model, `resnet50.json`, on one line. No weights are loaded.
"""
import os
import sys

from keras import applications
from keras import backend as K

MODELS = {
    'densenet121': applications.DenseNet121,
    'inception-v3': applications.InceptionV3,
    'mobilenet': applications.MobileNet,
    'mobilenet-v2': applications.MobileNetV2,
    'nasnet-large': applications.NASNetLarge,
    'nasnet-mobile': applications.NASNetMobile,
    'resnet50': applications.ResNet50,
    'vgg16': applications.VGG16,
    'xception': applications.Xception,
}


def main():
    directory = sys.argv[1]
    os.makedirs(directory, exist_ok=True)
    for name in sys.argv[2:] or sorted(MODELS):
        K.clear_session()
        model = MODELS[name](weights=None)
        path = os.path.join(directory, name + '.json')
        with open(path, 'w') as file:
            file.write(model.to_json(separators=(',', ':')) + '\n')
        print('%s: %d layers, %d bytes' % (path, len(model.layers), os.path.getsize(path)))


if __name__ == '__main__':
    main()
