"""A stand-in for the few parts of Home Assistant that the example uses.

By its documentation for developers: https://developers.home-assistant.io/docs/core/entity/conversation/. Home Assistant
itself takes minutes to install, and is not what these tests are about.
"""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import httpx


class HomeAssistantError(Exception):
    pass


class IntentResponseErrorCode:
    FAILED_TO_HANDLE = "failed_to_handle"


class IntentResponse:
    def __init__(self, language: str) -> None:
        self.language = language
        self.speech = ""
        self.error_code: str | None = None

    def async_set_speech(self, speech: str) -> None:
        self.speech = speech

    def async_set_error(self, code: str, message: str) -> None:
        self.error_code = code
        self.speech = message


@dataclass
class ConversationInput:
    text: str
    language: str = "en"
    agent_id: str = "conversation.dragoman"
    context: object = None


@dataclass
class AssistantContent:
    agent_id: str
    content: str


@dataclass
class ChatLog:
    conversation_id: str
    content: list[AssistantContent] = field(default_factory=list)

    def async_add_assistant_content_without_tools(self, content: AssistantContent) -> None:
        self.content.append(content)


@dataclass
class ConversationResult:
    response: IntentResponse
    conversation_id: str | None = None
    continue_conversation: bool = False


class ConversationEntity:
    hass: Hass


class ConfigFlow:
    hass: Hass

    def __init_subclass__(cls, *, domain: str) -> None:
        cls.domain = domain

    def async_create_entry(self, *, title: str, data: dict[str, str]) -> dict[str, Any]:
        return {"type": "create_entry", "title": title, "data": data}

    def async_show_form(self, *, step_id: str, data_schema: object, errors: dict[str, str]) -> dict[str, Any]:
        return {"type": "form", "step_id": step_id, "errors": errors}


class Services:
    """The actions that there are, and those that were called."""

    def __init__(self) -> None:
        self.known = {"light.turn_on", "light.turn_off"}
        self.called: list[tuple[str, dict[str, Any]]] = []

    async def async_call(
        self, domain: str, service: str, service_data: dict[str, Any], blocking: bool = False, context: object = None
    ) -> None:
        if f"{domain}.{service}" not in self.known:
            raise HomeAssistantError(f"Action {domain}.{service} not found")
        self.called.append((f"{domain}.{service}", service_data))


class Hass:
    def __init__(self) -> None:
        self.services = Services()
        self.entities: list[ConversationEntity] = []
        self.http = httpx.AsyncClient()
        self.config_entries = SimpleNamespace(
            async_forward_entry_setups=self._set_up, async_unload_platforms=self._unload
        )

    async def _set_up(self, entry: object, platforms: list[str]) -> None:
        for platform in platforms:
            module = importlib.import_module(f"custom_components.dragoman.{platform}")
            await module.async_setup_entry(self, entry, self._add)

    def _add(self, entities: list[ConversationEntity]) -> None:
        for entity in entities:
            entity.hass = self
            self.entities.append(entity)

    async def _unload(self, entry: object, platforms: list[str]) -> bool:
        self.entities.clear()
        return True


def _module(name: str, **content: Any) -> None:
    module = ModuleType(name)
    vars(module).update(content)
    sys.modules[name] = module


def install(folder: Path) -> ModuleType:
    """The component in `folder`, as Home Assistant would import it."""
    for package in ("homeassistant", "homeassistant.components", "homeassistant.helpers", "custom_components"):
        _module(package)
    _module(
        "homeassistant.components.conversation",
        AssistantContent=AssistantContent,
        ChatLog=ChatLog,
        ConversationEntity=ConversationEntity,
        ConversationInput=ConversationInput,
        ConversationResult=ConversationResult,
    )
    _module("homeassistant.config_entries", ConfigEntry=SimpleNamespace, ConfigFlow=ConfigFlow, ConfigFlowResult=dict)
    _module("homeassistant.const", MATCH_ALL="*", Platform=SimpleNamespace(CONVERSATION="conversation"))
    _module("homeassistant.core", HomeAssistant=Hass)
    _module("homeassistant.exceptions", HomeAssistantError=HomeAssistantError)
    _module("homeassistant.helpers.entity_platform", AddConfigEntryEntitiesCallback=object)
    _module("homeassistant.helpers.httpx_client", get_async_client=lambda hass: hass.http)
    _module(
        "homeassistant.helpers.intent", IntentResponse=IntentResponse, IntentResponseErrorCode=IntentResponseErrorCode
    )
    _module("voluptuous", Schema=dict, Required=lambda name, default=None: name)
    spec = importlib.util.spec_from_file_location(
        "custom_components.dragoman", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"there is no component in {folder}")
    component = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = component
    spec.loader.exec_module(component)
    return component
