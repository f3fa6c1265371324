import type { Route } from "../route.ts";
import { PersonaBody, PersonaReplacement, PersonaResource } from "../schemas/persona.ts";
import { personaResource } from "../schemas/resources.ts";
import type { Services } from "../services.ts";
import { definitionRoutes } from "./definitions.ts";

export function personaRoutes({ personas }: Services): readonly Route[] {
  return definitionRoutes({
    called: "persona",
    tag: "Personas",
    path: "/v1/personas",
    key: "name",
    store: personas,
    body: PersonaBody,
    replacement: PersonaReplacement,
    create: (principal, body) => personas.create(principal, body),
    replacing: (body, name) => ({ ...body, name }),
    resource: PersonaResource,
    resourceOf: personaResource,
    refuses: { define: [], create: ["conflict"], remove: ["forbidden"] },
  });
}
