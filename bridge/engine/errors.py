"""What the engine refuses, as codes and facts; the sentences are made by `bridge.phrases` in the reader's language."""

import re
from dataclasses import dataclass
from typing import Any, ClassVar


class EngineError(Exception):
    """A refusal that a person can do something about.

    code     the class name in snake_case (`NothingToCompare` -> `nothing_to_compare`); `phrases` has a sentence for each
    law      the law or regulation that forbids it, "" where it is plain arithmetic
    facts    numbers, codes and enums that the sentence needs; never a sentence, never a person's name
    """

    code: ClassVar[str] = "engine_error"
    law: ClassVar[str] = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def __init__(self, **facts: Any) -> None:
        super().__init__(facts)
        self.facts: dict[str, Any] = facts

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code}({told})"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with what was typed: `field` says where, `error` what."""

    field: str
    error: EngineError
