"""Dragoman as a conversation agent of Home Assistant."""

from __future__ import annotations

from dragoman_client import AsyncDragoman
from homeassistant.config_entries import ConfigEntry
from homeassistant.const import Platform
from homeassistant.core import HomeAssistant
from homeassistant.helpers.httpx_client import get_async_client

PLATFORMS = [Platform.CONVERSATION]


def client_of(hass: HomeAssistant, data: dict[str, str]) -> AsyncDragoman:
    """Over the connections that Home Assistant has already."""
    return AsyncDragoman(base_url=data["base_url"], api_key=data["api_key"], http_client=get_async_client(hass))


async def async_setup_entry(hass: HomeAssistant, entry: ConfigEntry) -> bool:
    entry.runtime_data = client_of(hass, entry.data)
    await hass.config_entries.async_forward_entry_setups(entry, PLATFORMS)
    return True


async def async_unload_entry(hass: HomeAssistant, entry: ConfigEntry) -> bool:
    return await hass.config_entries.async_unload_platforms(entry, PLATFORMS)
