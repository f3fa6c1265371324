# Made from _async by scripts/clients/generate.ts: change the module there and run it again.
"""What an app has on the server, noun by noun."""

from __future__ import annotations

from typing import Any

from typing_extensions import Unpack

from .. import types
from .._calls import LONG_TIMEOUT, TIMEOUT, Call, filled
from .._options import Options
from .listing import Listing
from .transport import Transport

_TOOLSET = "/v1/toolsets/{signature}"
_CLASSIFICATION_SET = "/v1/classification-sets/{signature}"


class Resource:
    def __init__(self, transport: Transport):
        self._transport = transport

    def _call(
        self,
        method: str,
        path: str,
        *,
        options: Options | None,
        body: object = None,
        query: dict[str, str | int] | None = None,
        timeout: float = TIMEOUT,
    ) -> Any:
        content: Any = body
        return self._transport.json(Call(method, path, content, query or {}, options or {}, timeout))


class Toolsets(Resource):
    """Sets of tools that sentences are turned into calls of."""

    def __init__(self, transport: Transport):
        super().__init__(transport)
        #: What a set was taught.
        self.cases = ToolsetCases(transport)

    def create(
        self, *, options: Options | None = None, **body: Unpack[types.ToolsetBody]
    ) -> types.ToolsetWritten:
        return self._call("POST", "/v1/toolsets", body=body, options=options)

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Listing[types.Toolset]:
        return Listing(self._transport, "/v1/toolsets", limit, cursor, options)

    def retrieve(self, signature: str, *, options: Options | None = None) -> types.Toolset:
        return self._call("GET", filled(_TOOLSET, signature=signature), options=options)

    def replace(
        self, signature: str, /, *, options: Options | None = None, **body: Unpack[types.ToolsetReplacement]
    ) -> types.ToolsetWritten:
        """All of it: what is left out goes back to its default."""
        return self._call("PUT", filled(_TOOLSET, signature=signature), body=body, options=options)

    def delete(self, signature: str, *, options: Options | None = None) -> None:
        self._call("DELETE", filled(_TOOLSET, signature=signature), options=options)

    def lint(
        self, signature: str, *, besides: tuple[str, ...] = (), options: Options | None = None
    ) -> types.ToolsetsLintAnswer:
        """What would make the set understood worse. `besides`: other toolsets that requests name together with this one."""
        query: dict[str, str | int] = {"with": ",".join(besides)} if besides else {}
        return self._call("POST", filled(_TOOLSET + "/lint", signature=signature), query=query, options=options)

    def test(
        self, signature: str, /, *, options: Options | None = None, **body: Unpack[types.ToolTestBody]
    ) -> types.ToolTestReport:
        """Asks the cases, and tells how many were answered rightly."""
        path = filled(_TOOLSET + "/test", signature=signature)
        return self._call("POST", path, body=body, options=options, timeout=LONG_TIMEOUT)

    def tests(
        self, signature: str, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Listing[types.TestRun]:
        """What came of its tests, page by page."""
        return Listing(self._transport, filled(_TOOLSET + "/tests", signature=signature), limit, cursor, options)

    def diff(
        self, signature: str, /, *, options: Options | None = None, **body: Unpack[types.ToolsetsDiffBody]
    ) -> types.ToolsetsDiffAnswer:
        """Which answers would be others if the set were as proposed."""
        path = filled(_TOOLSET + "/diff", signature=signature)
        return self._call("POST", path, body=body, options=options, timeout=LONG_TIMEOUT)

    def graduation(self, signature: str, *, options: Options | None = None) -> types.GetToolsetGraduationAnswer:
        """Which tools the model inside answers in place of the language model."""
        return self._call("GET", filled(_TOOLSET + "/graduation", signature=signature), options=options)


class ToolsetCases(Resource):
    def create(
        self, signature: str, /, *, options: Options | None = None, **body: Unpack[types.CreateToolsetCaseBody]
    ) -> types.CreateToolsetCaseAnswer:
        return self._call("POST", filled(_TOOLSET + "/cases", signature=signature), body=body, options=options)

    def list(
        self, signature: str, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Listing[types.ListToolsetCasesAnswerDatum]:
        path = filled(_TOOLSET + "/cases", signature=signature)
        return Listing(self._transport, path, limit, cursor, options)

    def delete(self, signature: str, case: str, *, options: Options | None = None) -> None:
        self._call("DELETE", filled(_TOOLSET + "/cases/{case}", signature=signature, case=case), options=options)


class ClassificationSets(Resource):
    """Sets of labels that texts are given."""

    def __init__(self, transport: Transport):
        super().__init__(transport)
        #: What a set was taught.
        self.cases = ClassificationSetCases(transport)

    def create(
        self, *, options: Options | None = None, **body: Unpack[types.ClassificationSetBody]
    ) -> types.ClassificationSetWritten:
        return self._call("POST", "/v1/classification-sets", body=body, options=options)

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Listing[types.ClassificationSet]:
        return Listing(self._transport, "/v1/classification-sets", limit, cursor, options)

    def retrieve(self, signature: str, *, options: Options | None = None) -> types.ClassificationSet:
        return self._call("GET", filled(_CLASSIFICATION_SET, signature=signature), options=options)

    def replace(
        self, signature: str, /, *, options: Options | None = None, **body: Unpack[types.ClassificationSetReplacement]
    ) -> types.ClassificationSetWritten:
        """All of it: what is left out goes back to its default."""
        return self._call("PUT", filled(_CLASSIFICATION_SET, signature=signature), body=body, options=options)

    def delete(self, signature: str, *, options: Options | None = None) -> None:
        self._call("DELETE", filled(_CLASSIFICATION_SET, signature=signature), options=options)

    def lint(self, signature: str, *, options: Options | None = None) -> types.ClassificationSetsLintAnswer:
        """What would make the set understood worse."""
        return self._call("POST", filled(_CLASSIFICATION_SET + "/lint", signature=signature), options=options)

    def test(
        self, signature: str, /, *, options: Options | None = None, **body: Unpack[types.LabelTestBody]
    ) -> types.LabelTestReport:
        """Asks the cases, and tells how many were answered rightly."""
        path = filled(_CLASSIFICATION_SET + "/test", signature=signature)
        return self._call("POST", path, body=body, options=options, timeout=LONG_TIMEOUT)

    def tests(
        self, signature: str, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Listing[types.TestRun]:
        """What came of its tests, page by page."""
        return Listing(self._transport, filled(_CLASSIFICATION_SET + "/tests", signature=signature), limit, cursor, options)

    def diff(
        self, signature: str, /, *, options: Options | None = None, **body: Unpack[types.ClassificationSetsDiffBody]
    ) -> types.ClassificationSetsDiffAnswer:
        """Which answers would be others if the set were as proposed."""
        path = filled(_CLASSIFICATION_SET + "/diff", signature=signature)
        return self._call("POST", path, body=body, options=options, timeout=LONG_TIMEOUT)

    def graduation(
        self, signature: str, *, options: Options | None = None
    ) -> types.GetClassificationSetGraduationAnswer:
        """Which classes the model inside gives in place of the language model."""
        path = filled(_CLASSIFICATION_SET + "/graduation", signature=signature)
        return self._call("GET", path, options=options)


class ClassificationSetCases(Resource):
    def create(
        self,
        signature: str,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[types.CreateClassificationSetCaseBody],
    ) -> types.CreateClassificationSetCaseAnswer:
        path = filled(_CLASSIFICATION_SET + "/cases", signature=signature)
        return self._call("POST", path, body=body, options=options)

    def list(
        self, signature: str, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Listing[types.ListClassificationSetCasesAnswerDatum]:
        path = filled(_CLASSIFICATION_SET + "/cases", signature=signature)
        return Listing(self._transport, path, limit, cursor, options)

    def delete(self, signature: str, case: str, *, options: Options | None = None) -> None:
        path = filled(_CLASSIFICATION_SET + "/cases/{case}", signature=signature, case=case)
        self._call("DELETE", path, options=options)


class Aliases(Resource):
    """Names that stand for a set, or for two between which callers are shared out."""

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Listing[types.Alias]:
        return Listing(self._transport, "/v1/aliases", limit, cursor, options)

    def retrieve(self, alias: str, *, options: Options | None = None) -> types.Alias:
        return self._call("GET", filled("/v1/aliases/{alias}", alias=alias), options=options)

    def replace(
        self, alias: str, /, *, options: Options | None = None, **body: Unpack[types.AliasBody]
    ) -> types.Alias:
        """Makes it where there is none yet."""
        return self._call("PUT", filled("/v1/aliases/{alias}", alias=alias), body=body, options=options)

    def delete(self, alias: str, *, options: Options | None = None) -> None:
        self._call("DELETE", filled("/v1/aliases/{alias}", alias=alias), options=options)


class Banks(Resource):
    """Memory banks."""

    def __init__(self, transport: Transport):
        super().__init__(transport)
        self.memories = Memories(transport)

    def create(self, *, options: Options | None = None, **body: Unpack[types.BankBody]) -> types.Bank:
        return self._call("POST", "/v1/banks", body=body, options=options)

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Listing[types.Bank]:
        return Listing(self._transport, "/v1/banks", limit, cursor, options)

    def retrieve(self, id: str, *, options: Options | None = None) -> types.Bank:
        return self._call("GET", filled("/v1/banks/{id}", id=id), options=options)

    def replace(
        self, id: str, /, *, options: Options | None = None, **body: Unpack[types.BankBody]
    ) -> types.Bank:
        """Its memories stay."""
        return self._call("PUT", filled("/v1/banks/{id}", id=id), body=body, options=options)

    def delete(self, id: str, *, options: Options | None = None) -> None:
        """With all its memories."""
        self._call("DELETE", filled("/v1/banks/{id}", id=id), options=options)


class Memories(Resource):
    """What a bank remembers."""

    def create(
        self, bank: str, /, *, options: Options | None = None, **body: Unpack[types.MemoryBody]
    ) -> types.Memory:
        return self._call("POST", filled("/v1/banks/{id}/memories", id=bank), body=body, options=options)

    def list(
        self, bank: str, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Listing[types.Memory]:
        return Listing(self._transport, filled("/v1/banks/{id}/memories", id=bank), limit, cursor, options)

    def delete(self, bank: str, memory: str, *, options: Options | None = None) -> None:
        path = filled("/v1/banks/{id}/memories/{memory}", id=bank, memory=memory)
        self._call("DELETE", path, options=options)


class Personas(Resource):
    """Who speaks in answers in words."""

    def create(self, *, options: Options | None = None, **body: Unpack[types.PersonaBody]) -> types.Persona:
        return self._call("POST", "/v1/personas", body=body, options=options)

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Listing[types.Persona]:
        return Listing(self._transport, "/v1/personas", limit, cursor, options)

    def retrieve(self, name: str, *, options: Options | None = None) -> types.Persona:
        return self._call("GET", filled("/v1/personas/{name}", name=name), options=options)

    def replace(
        self, name: str, /, *, options: Options | None = None, **body: Unpack[types.PersonaReplacement]
    ) -> types.Persona:
        return self._call("PUT", filled("/v1/personas/{name}", name=name), body=body, options=options)

    def delete(self, name: str, *, options: Options | None = None) -> None:
        self._call("DELETE", filled("/v1/personas/{name}", name=name), options=options)


class ValueLists(Resource):
    """Long lists of values that parameters refer to."""

    def create(self, *, options: Options | None = None, **body: Unpack[types.ValueListBody]) -> types.ValueList:
        return self._call("POST", "/v1/value-lists", body=body, options=options)

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Listing[types.ValueList]:
        return Listing(self._transport, "/v1/value-lists", limit, cursor, options)

    def retrieve(self, name: str, *, options: Options | None = None) -> types.ValueList:
        return self._call("GET", filled("/v1/value-lists/{name}", name=name), options=options)

    def replace(
        self, name: str, /, *, options: Options | None = None, **body: Unpack[types.ValueListReplacement]
    ) -> types.ValueList:
        return self._call("PUT", filled("/v1/value-lists/{name}", name=name), body=body, options=options)

    def delete(self, name: str, *, options: Options | None = None) -> None:
        self._call("DELETE", filled("/v1/value-lists/{name}", name=name), options=options)

    def nearest(
        self, name: str, said: str, *, limit: int | None = None, options: Options | None = None
    ) -> types.NearestValues:
        """The values that are most like what was said. `limit`: 1–20."""
        query: dict[str, str | int] = {"q": said, **({} if limit is None else {"limit": limit})}
        path = filled("/v1/value-lists/{name}/nearest", name=name)
        return self._call("GET", path, query=query, options=options)


class QueryLog(Resource):
    """What was asked, where the app or its operator turned the log on."""

    def __init__(self, transport: Transport):
        super().__init__(transport)
        self.entries = QueryLogEntries(transport)

    def retrieve(self, *, options: Options | None = None) -> types.GetQueryLogAnswer:
        """Whether it is on, and how much it keeps."""
        return self._call("GET", "/v1/query-log", options=options)

    def replace(
        self, *, options: Options | None = None, **body: Unpack[types.ReplaceQueryLogBody]
    ) -> types.ReplaceQueryLogAnswer:
        """Turns it on or off."""
        return self._call("PUT", "/v1/query-log", body=body, options=options)


class QueryLogEntries(Resource):
    def list(
        self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Listing[types.ListQueryLogEntriesAnswerDatum]:
        """Newest first."""
        return Listing(self._transport, "/v1/query-log/entries", limit, cursor, options)

    def delete(self, entry: str, *, options: Options | None = None) -> None:
        self._call("DELETE", filled("/v1/query-log/entries/{entry}", entry=entry), options=options)

    def clear(
        self, *, before: str | None = None, options: Options | None = None
    ) -> types.DeleteQueryLogEntriesAnswer:
        """All of them, or with `before` (RFC 3339) those that were last asked before it."""
        query: dict[str, str | int] = {} if before is None else {"before": before}
        return self._call("DELETE", "/v1/query-log/entries", query=query, options=options)


class Bundles(Resource):
    """Sets with their tests in one signed file, from one server to another."""

    def create(self, *, options: Options | None = None, **body: Unpack[types.BundlesBody]) -> types.BundlesAnswer:
        return self._call("POST", "/v1/bundles", body=body, options=options, timeout=LONG_TIMEOUT)

    def import_(
        self, *, options: Options | None = None, **body: Unpack[types.BundlesImportBody]
    ) -> types.BundlesImportAnswer:
        return self._call("POST", "/v1/bundles/import", body=body, options=options, timeout=LONG_TIMEOUT)
