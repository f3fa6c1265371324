-- A migration that takes something away says which programs do without it: those that know the schema up to this version, or further. All
-- others only add, so that nodes of the version before go on. The largest of all counts.
ALTER TABLE schema_version ADD COLUMN oldest_program integer NOT NULL DEFAULT 1;
