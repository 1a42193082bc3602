from typing import Any

from . import backend as backend
from . import layers as layers
from . import models as models

__version__: str

def __getattr__(name: str) -> Any: ...
