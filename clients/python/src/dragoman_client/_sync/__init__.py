# Made from _async by scripts/clients/generate.ts: change the module there and run it again.
