"""Asks where the server is, and tries it."""

from __future__ import annotations

import voluptuous as vol
from dragoman_client import DragomanError, NotFoundError, UnauthorizedError
from homeassistant.config_entries import ConfigFlow, ConfigFlowResult

from . import client_of

FIELDS = vol.Schema(
    {
        vol.Required("base_url", default="http://127.0.0.1:8420"): str,
        vol.Required("api_key"): str,
        vol.Required("toolset", default="house-v1"): str,
    }
)


class DragomanConfigFlow(ConfigFlow, domain="dragoman"):
    VERSION = 1

    async def async_step_user(self, user_input: dict[str, str] | None = None) -> ConfigFlowResult:
        errors: dict[str, str] = {}
        if user_input is not None:
            try:
                await client_of(self.hass, user_input).toolsets.retrieve(user_input["toolset"])
            except UnauthorizedError:
                errors["api_key"] = "invalid_auth"
            except NotFoundError:
                errors["toolset"] = "unknown_toolset"
            except DragomanError:
                errors["base"] = "cannot_connect"
            else:
                return self.async_create_entry(title="Dragoman", data=user_input)
        return self.async_show_form(step_id="user", data_schema=FIELDS, errors=errors)
