from typing import Any

# As in Keras 2.2.4, which has no type hints.
def __getattr__(name: str) -> Any: ...
