-- What nodes learn once, and count together.

-- Work of learning that is under way: by whom, and until when nobody else begins it.
CREATE TABLE learning_leases (
  app     text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  -- What is made, and of which content.
  key     text COLLATE "C" NOT NULL,
  holder  uuid NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (app, key)
);
CALL fence('learning_leases');

-- What a model made of all the examples of a set.
CREATE TABLE fits (
  app          text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  content_hash text COLLATE "C" NOT NULL,
  -- Model, embedder and version of how it is made: a fit of another is none.
  maker        text COLLATE "C" NOT NULL,
  fit          bytea NOT NULL,
  -- Grows: which is older.
  position     bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (app, content_hash, maker)
);
-- Floats become no smaller.
ALTER TABLE fits ALTER COLUMN fit SET STORAGE EXTERNAL;
CALL fence('fits');

-- Keeps a fit. Over `bytes_max` of the app its oldest go; one that is larger by itself is not kept.
CREATE FUNCTION keep_fit(of_app text, of_hash text, of_maker text, of_fit bytea, bytes_max bigint) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT stays(of_app) OR octet_length(of_fit) > bytes_max THEN RETURN; END IF;
  INSERT INTO fits (app, content_hash, maker, fit) VALUES (of_app, of_hash, of_maker, of_fit)
  ON CONFLICT (app, content_hash, maker) DO UPDATE SET fit = excluded.fit;
  -- Two nodes that make room at once do not wait for each other.
  DELETE FROM fits WHERE app = of_app AND position IN (
    SELECT position FROM fits WHERE app = of_app AND position IN (
      SELECT position FROM (
        SELECT position, sum(octet_length(fit)) OVER (ORDER BY position DESC) AS bytes FROM fits WHERE app = of_app
      ) AS newer WHERE bytes > bytes_max)
    FOR UPDATE SKIP LOCKED);
END $$;

-- What became of the questions that named an alias, by the set that was asked.
CREATE TABLE alias_tallies (
  app       text COLLATE "C" NOT NULL,
  name      text COLLATE "C" NOT NULL,
  -- Of the alias: with the next one it begins anew.
  revision  bigint NOT NULL,
  signature text COLLATE "C" NOT NULL,
  -- When the first of these answers was counted.
  since     bigint NOT NULL,
  answers   bigint NOT NULL,
  none      bigint NOT NULL,
  PRIMARY KEY (app, name, revision, signature),
  FOREIGN KEY (app, name) REFERENCES aliases (app, name) ON DELETE CASCADE
);
CALL fence('alias_tallies');

-- Adds to tallies of any apps. Those of an alias that was put anew, or taken away, meanwhile are left out.
CREATE FUNCTION count_aliases(
  apps text[], names text[], revisions bigint[], signatures text[], sinces bigint[], all_answers bigint[], all_none bigint[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
BEGIN
  INSERT INTO alias_tallies AS known (app, name, revision, signature, since, answers, none)
  SELECT one.* FROM unnest(apps, names, revisions, signatures, sinces, all_answers, all_none)
    AS one (app, name, revision, signature, since, answers, none)
  JOIN aliases USING (app, name, revision)
  WHERE app IN (SELECT staying(apps))
  ORDER BY app COLLATE "C", name COLLATE "C", revision, one.signature COLLATE "C"
  ON CONFLICT (app, name, revision, signature) DO UPDATE SET answers = known.answers + excluded.answers,
    none = known.none + excluded.none, since = least(known.since, excluded.since);
  DELETE FROM alias_tallies AS older WHERE (older.app, older.name) IN (SELECT * FROM unnest(apps, names))
    AND older.revision < (SELECT revision FROM aliases WHERE aliases.app = older.app AND aliases.name = older.name);
END $$;

-- Batches of counts that were written, by who writes them: one that is sent again, since its answer was lost, is not counted again.
CREATE TABLE graduation_writers (
  writer     uuid PRIMARY KEY,
  batch      bigint NOT NULL,
  written_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE FUNCTION count_graduation_once(
  of_writer uuid, of_batch bigint,
  apps text[], hashes text[], tools text[], all_models text[], slips bigint[], edges bigint[], observed bigint[], agreed bigint[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
BEGIN
  INSERT INTO graduation_writers AS known (writer, batch) VALUES (of_writer, of_batch)
  ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, written_at = excluded.written_at WHERE known.batch < excluded.batch;
  IF NOT FOUND THEN RETURN; END IF;
  -- Of those who have not written for so long no batch is under way any more.
  IF of_batch = 1 THEN
    DELETE FROM graduation_writers WHERE writer IN (
      SELECT writer FROM graduation_writers WHERE written_at < clock_timestamp() - interval '1 day' LIMIT 1000 FOR UPDATE SKIP LOCKED);
  END IF;
  PERFORM count_graduation(apps, hashes, tools, all_models, slips, edges, observed, agreed);
END $$;

-- How far the answers that were verified speak for a slip of a tool.
CREATE TABLE graduation_slides (
  app          text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  content_hash text COLLATE "C" NOT NULL,
  tool         text COLLATE "C" NOT NULL,
  models       text COLLATE "C" NOT NULL,
  slips        bigint NOT NULL,
  sum          double precision NOT NULL,
  PRIMARY KEY (app, content_hash, tool, models)
);
CALL fence('graduation_slides');

-- Takes one verified answer into the sum, which is never below 0; at `slipped_at` the tool slips. Nodes take turns at the row, so it is
-- one sum over all of them. Nothing is done where the tool has slipped since the answer was given. Returns the slips by now; NULL for an app that is gone.
CREATE FUNCTION verify_graduation(
  of_app text, of_hash text, of_tool text, of_models text, of_slips bigint, step double precision, slipped_at double precision
) RETURNS bigint
LANGUAGE plpgsql
AS $$
DECLARE
  known record;
BEGIN
  IF NOT stays(of_app) THEN RETURN NULL; END IF;
  INSERT INTO graduation_slides (app, content_hash, tool, models, slips, sum) VALUES (of_app, of_hash, of_tool, of_models, of_slips, 0)
  ON CONFLICT DO NOTHING;
  SELECT slips, sum INTO known FROM graduation_slides
  WHERE app = of_app AND content_hash = of_hash AND tool = of_tool AND models = of_models FOR NO KEY UPDATE;
  IF known.slips <> of_slips THEN RETURN known.slips; END IF;
  known.sum := greatest(0, known.sum + step);
  IF known.sum >= slipped_at THEN
    known.sum := 0;
    known.slips := known.slips + 1;
    INSERT INTO graduation_counts (app, content_hash, tool, models, slips, edge, observed, agreed)
    VALUES (of_app, of_hash, of_tool, of_models, known.slips, 0, 0, 0) ON CONFLICT DO NOTHING;
  END IF;
  UPDATE graduation_slides SET slips = known.slips, sum = known.sum
  WHERE app = of_app AND content_hash = of_hash AND tool = of_tool AND models = of_models;
  RETURN known.slips;
END $$;

CREATE OR REPLACE FUNCTION forget_graduation(of_app text, of_hash text) RETURNS void
LANGUAGE sql
AS $$
  DELETE FROM graduation_counts WHERE app = of_app AND content_hash = of_hash;
  DELETE FROM graduation_answers WHERE app = of_app AND content_hash = of_hash;
  DELETE FROM graduation_slides WHERE app = of_app AND content_hash = of_hash;
$$;
