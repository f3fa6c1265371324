-- What apps were answered, and what was learned of it.
--
-- Texts that people send stand here as JSON strings: a text of Postgres can hold neither U+0000 nor half of a surrogate pair.
--
-- Keys come behind the other indexes of their table. While a table is empty, and its statements are planned for good, all that begin with the
-- app cost the same to the planner, and it takes the one that was made last.

-- Whether the app is there; then it stays until the end of the transaction. One that is being removed counts as gone, and is not waited for.
CREATE FUNCTION stays(of_app text) RETURNS boolean
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM apps WHERE app = of_app FOR KEY SHARE SKIP LOCKED;
  RETURN FOUND;
END $$;

CREATE TABLE answers (
  app            text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  -- Never given to another answer.
  id             bigint GENERATED ALWAYS AS IDENTITY,
  partition      text COLLATE "C" NOT NULL,
  key            text COLLATE "C" NOT NULL,
  content_hashes text NOT NULL,
  answer         text NOT NULL,
  sentence       text NOT NULL,
  -- What other sentences may learn from it; NULL for an answer that is only for the same words.
  lesson         text,
  -- Which embedder the vector is of.
  embedder       text,
  -- 32-bit floats, little-endian.
  vector         bytea,
  hits           bigint NOT NULL DEFAULT 0,
  hit_at         bigint,
  model_ms       bigint NOT NULL,
  model_cost     double precision NOT NULL,
  bytes          bigint NOT NULL,
  -- The app's floor at the last hit, and the milliseconds saved per byte.
  worth          double precision NOT NULL,
  created_at     bigint NOT NULL
);
CREATE INDEX answers_by_worth ON answers (app, worth, created_at, id);
CREATE INDEX answers_with_lessons ON answers (app, partition, id) WHERE lesson IS NOT NULL;
CREATE INDEX answers_by_age ON answers (app, created_at);
ALTER TABLE answers ADD UNIQUE (app, partition, key);
ALTER TABLE answers ADD PRIMARY KEY (id);
CALL fence('answers');

-- Which contents an answer was made from.
CREATE TABLE answer_contents (
  app          text COLLATE "C" NOT NULL,
  content_hash text COLLATE "C" NOT NULL,
  answer       bigint NOT NULL REFERENCES answers (id) ON DELETE CASCADE,
  PRIMARY KEY (app, content_hash, answer)
);
CREATE INDEX contents_of_answer ON answer_contents (answer);
CALL fence('answer_contents');

-- How many answers each app has, and how large they are. Whoever adds or takes away answers of an app holds its row, see hold_answers.
CREATE TABLE answer_totals (
  app   text COLLATE "C" PRIMARY KEY REFERENCES apps (app) ON DELETE CASCADE,
  count bigint NOT NULL,
  bytes bigint NOT NULL,
  -- The worth of the last answer that had to go: what is hit from now on stands above it, what is not sinks.
  floor double precision NOT NULL,
  -- How often answers were taken back by their key.
  corrections bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CALL fence('answer_totals');

CREATE FUNCTION count_answers() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE answer_totals SET count = count + 1, bytes = bytes + new.bytes WHERE app = new.app;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE answer_totals SET count = count - 1, bytes = bytes - old.bytes WHERE app = old.app;
  ELSE
    UPDATE answer_totals SET bytes = bytes + new.bytes - old.bytes WHERE app = new.app;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER answers_are_counted AFTER INSERT OR DELETE OR UPDATE OF bytes ON answers
FOR EACH ROW EXECUTE FUNCTION count_answers();

-- Words that were corrected: they are not to be answered from others until a model has answered them.
CREATE TABLE answer_refusals (
  app        text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  id         bigint GENERATED ALWAYS AS IDENTITY,
  partition  text COLLATE "C" NOT NULL,
  key        text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX refusals_by_age ON answer_refusals (app, created_at);
ALTER TABLE answer_refusals ADD PRIMARY KEY (app, id);
ALTER TABLE answer_refusals ADD UNIQUE (app, partition, key);
CALL fence('answer_refusals');

-- First of all in whatever writes answers of an app: one waits for the other there, and nowhere else, so that none waits for the other in
-- a circle. Ids are given under it, too, so that an answer with a lower id than one that can be read can be read. False for an app that is gone.
CREATE FUNCTION hold_answers(of_app text) RETURNS boolean
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT stays(of_app) THEN RETURN false; END IF;
  PERFORM FROM answer_totals WHERE app = of_app FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO answer_totals (app, count, bytes, floor) VALUES (of_app, 0, 0, 0) ON CONFLICT DO NOTHING;
    PERFORM FROM answer_totals WHERE app = of_app FOR NO KEY UPDATE;
  END IF;
  RETURN true;
END $$;

-- Keeps answers, in their order. `may_replace`: those that take the place of another, too; otherwise they are only named (`is_known`), and
-- nothing is done with them: to replace one is a change of the app. `seen`: the corrections that there were when a model was asked, or NULL;
-- where there are more by now nothing is kept, and the id is NULL. `gone` is JSON. No row for an app that is gone.
CREATE FUNCTION remember_answers(
  of_app text, partitions text[], keys text[], hashes text[], bodies text[], sentences text[], lessons text[],
  all_model_ms bigint[], model_costs double precision[], sizes bigint[], created_ats bigint[],
  entries_max bigint[], bytes_max bigint[], seen bigint[], may_replace boolean
) RETURNS TABLE (id bigint, is_known boolean, gone text)
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
DECLARE
  replaced bigint;
  given bigint;
  corrected bigint;
  made_room jsonb;
BEGIN
  IF NOT hold_answers(of_app) THEN RETURN; END IF;
  SELECT corrections INTO corrected FROM answer_totals WHERE app = of_app;
  FOR place IN 1..cardinality(keys) LOOP
    IF seen[place] <> corrected THEN
      RETURN QUERY SELECT NULL::bigint, false, '[]';
      CONTINUE;
    END IF;
    SELECT answers.id INTO replaced FROM answers
    WHERE app = of_app AND partition = partitions[place] AND key = keys[place];
    IF FOUND AND NOT may_replace THEN
      RETURN QUERY SELECT NULL::bigint, true, '[]';
      CONTINUE;
    END IF;
    made_room := '[]';
    IF FOUND THEN
      DELETE FROM answers WHERE app = of_app AND answers.id = replaced;
      made_room := jsonb_build_array(jsonb_build_object('partition', partitions[place], 'id', replaced));
    END IF;
    DELETE FROM answer_refusals WHERE app = of_app AND partition = partitions[place] AND key = keys[place];
    INSERT INTO answers (app, partition, key, content_hashes, answer, sentence, lesson, model_ms, model_cost, bytes, created_at, worth)
    VALUES (of_app, partitions[place], keys[place], hashes[place], bodies[place], sentences[place], lessons[place],
      all_model_ms[place], model_costs[place], sizes[place], created_ats[place],
      (SELECT floor FROM answer_totals WHERE app = of_app) + (all_model_ms[place] + 1.0) / sizes[place])
    RETURNING answers.id INTO given;
    INSERT INTO answer_contents (app, content_hash, answer)
    SELECT DISTINCT of_app, hash, given FROM json_array_elements_text(hashes[place]::json) AS hash;
    made_room := made_room || make_room(of_app, given, entries_max[place], bytes_max[place]);
    RETURN QUERY SELECT given, false, made_room::text;
  END LOOP;
END $$;

-- What is worth the least goes first, and never what came in just now. Its caller holds the app's answers. Returns what went, as JSON.
CREATE FUNCTION make_room(of_app text, newest bigint, entries_max bigint, bytes_max bigint) RETURNS jsonb
LANGUAGE plpgsql
AS $$
DECLARE
  total record;
  least record;
  gone jsonb := '[]';
BEGIN
  LOOP
    SELECT count, bytes INTO total FROM answer_totals WHERE app = of_app;
    EXIT WHEN total.count <= entries_max AND total.bytes <= bytes_max;
    SELECT id, partition, worth INTO least FROM answers
    WHERE app = of_app AND id <> newest ORDER BY worth, created_at, id LIMIT 1;
    EXIT WHEN NOT FOUND;
    DELETE FROM answers WHERE app = of_app AND id = least.id;
    UPDATE answer_totals SET floor = greatest(floor, least.worth) WHERE app = of_app;
    gone := gone || jsonb_build_object('partition', least.partition, 'id', least.id);
  END LOOP;
  RETURN gone;
END $$;

CREATE FUNCTION attach_vector(of_app text, of_id bigint, of_embedder text, of_vector bytea) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT hold_answers(of_app) THEN RETURN; END IF;
  UPDATE answers SET embedder = of_embedder, vector = of_vector,
    bytes = bytes + octet_length(of_vector) - coalesce(octet_length(vector), 0)
  WHERE app = of_app AND id = of_id;
END $$;

-- Hits of answers of any apps.
CREATE FUNCTION touch_answers(apps text[], ids bigint[], more_hits bigint[], hit_ats bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
DECLARE
  of_app text;
BEGIN
  -- In one order everywhere: nobody waits in a circle.
  FOR of_app IN SELECT DISTINCT one COLLATE "C" FROM unnest(apps) AS one ORDER BY 1 LOOP
    IF hold_answers(of_app) THEN
      UPDATE answers SET hits = answers.hits + touched.hits, hit_at = touched.at,
        worth = totals.floor + (1.0 + answers.hits + touched.hits) * (answers.model_ms + 1) / answers.bytes
      FROM unnest(apps, ids, more_hits, hit_ats) AS touched (app, id, hits, at), answer_totals AS totals
      WHERE touched.app = of_app AND totals.app = of_app AND answers.app = of_app AND answers.id = touched.id;
    END IF;
  END LOOP;
END $$;

-- Takes back answers that were wrong, and refuses their words and those of the key. Returns the ids of those that went.
CREATE FUNCTION drop_answers(of_app text, of_partition text, ids bigint[], of_key text, at bigint, refusals_max bigint)
RETURNS TABLE (id bigint)
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
BEGIN
  IF NOT hold_answers(of_app) THEN RETURN; END IF;
  IF of_key IS NOT NULL THEN UPDATE answer_totals SET corrections = corrections + 1 WHERE app = of_app; END IF;
  RETURN QUERY
    WITH gone AS (
      DELETE FROM answers WHERE app = of_app AND partition = of_partition AND (answers.id = ANY (ids) OR key = of_key)
      RETURNING answers.id, key
    ), refused AS (
      INSERT INTO answer_refusals (app, partition, key, created_at)
      SELECT of_app, of_partition, words.key, at
      FROM (SELECT key FROM gone UNION SELECT of_key WHERE of_key IS NOT NULL) AS words
      ON CONFLICT (app, partition, key) DO UPDATE SET created_at = excluded.created_at
    )
    SELECT gone.id FROM gone;
  DELETE FROM answer_refusals WHERE app = of_app AND answer_refusals.id <=
    (SELECT older.id FROM answer_refusals AS older WHERE older.app = of_app ORDER BY older.id DESC LIMIT 1 OFFSET refusals_max);
END $$;

-- Some of the answers made from a content. Returns the partitions that they were of, and how many went.
CREATE FUNCTION forget_answers(of_app text, of_hash text, count_max bigint) RETURNS TABLE (partition text, gone bigint)
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
BEGIN
  IF NOT hold_answers(of_app) THEN RETURN; END IF;
  RETURN QUERY
    WITH forgotten AS (
      DELETE FROM answers WHERE app = of_app AND id IN
        (SELECT answer FROM answer_contents WHERE app = of_app AND content_hash = of_hash LIMIT count_max)
      RETURNING partition
    )
    SELECT partition, count(*) FROM forgotten GROUP BY partition;
END $$;

-- Drops answers of the next app that has any made before `before`, and all its refusals of that time. No row when there is no such app.
CREATE FUNCTION expire_answers(after_app text, before bigint, count_max bigint) RETURNS TABLE (app text, gone bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  of_app text;
  expired bigint := 0;
BEGIN
  SELECT apps.app INTO of_app FROM apps
  WHERE apps.app > after_app AND (
    EXISTS (SELECT FROM answers WHERE answers.app = apps.app AND created_at < before) OR
    EXISTS (SELECT FROM answer_refusals WHERE answer_refusals.app = apps.app AND answer_refusals.created_at < before))
  ORDER BY apps.app LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  IF hold_answers(of_app) THEN
    DELETE FROM answer_refusals WHERE app = of_app AND created_at < before;
    DELETE FROM answers WHERE app = of_app AND id IN
      (SELECT old.id FROM answers AS old WHERE old.app = of_app AND old.created_at < before LIMIT count_max);
    GET DIAGNOSTICS expired = ROW_COUNT;
  END IF;
  RETURN QUERY SELECT of_app, expired;
END $$;

-- Proposals for other words, by how sure they were: how many a model was asked about, and how many it contradicted.
CREATE TABLE reuse_counts (
  app          text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  content_hash text COLLATE "C" NOT NULL,
  name         text COLLATE "C" NOT NULL,
  path         text COLLATE "C" NOT NULL,
  bin          bigint NOT NULL,
  observed     bigint NOT NULL,
  wrong        bigint NOT NULL,
  PRIMARY KEY (app, content_hash, name, path, bin)
);
CALL fence('reuse_counts');

CREATE TABLE reuse_mistakes (
  app            text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  id             bigint GENERATED ALWAYS AS IDENTITY,
  content_hash   text COLLATE "C" NOT NULL,
  name           text NOT NULL,
  path           text NOT NULL,
  score          double precision NOT NULL,
  sentence       text NOT NULL,
  known_sentence text NOT NULL,
  given          text NOT NULL,
  expected       text,
  created_at     bigint NOT NULL,
  PRIMARY KEY (app, id)
);
CALL fence('reuse_mistakes');

CREATE TABLE reuse_sources (
  app          text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  content_hash text COLLATE "C" NOT NULL,
  source       text COLLATE "C" NOT NULL,
  answers      bigint NOT NULL,
  saved_ms     bigint NOT NULL,
  saved_cost   double precision NOT NULL,
  PRIMARY KEY (app, content_hash, source)
);
CALL fence('reuse_sources');

-- Those of these apps that are there; they stay until the end of the transaction.
CREATE FUNCTION staying(of_apps text[]) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
BEGIN
  -- Planned once for each connection; a function in SQL would be each time.
  RETURN QUERY SELECT app FROM apps WHERE app = ANY (of_apps) FOR KEY SHARE SKIP LOCKED;
END $$;

-- Adds to counts of any apps. In the order of their keys, as everywhere that several rows are written: nobody waits in a circle.
CREATE FUNCTION count_reuse(
  apps text[], hashes text[], names text[], paths text[], bins bigint[], observed bigint[], wrong bigint[]
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  INSERT INTO reuse_counts (app, content_hash, name, path, bin, observed, wrong)
  SELECT * FROM unnest(apps, hashes, names, paths, bins, observed, wrong) AS one (app, content_hash, name, path, bin, observed, wrong)
  WHERE app IN (SELECT staying(apps))
  ORDER BY app COLLATE "C", content_hash COLLATE "C", name COLLATE "C", path COLLATE "C", bin
  ON CONFLICT (app, content_hash, name, path, bin)
  DO UPDATE SET observed = reuse_counts.observed + excluded.observed, wrong = reuse_counts.wrong + excluded.wrong
$$;

CREATE FUNCTION count_reuse_sources(
  apps text[], hashes text[], sources text[], answers bigint[], saved_ms bigint[], saved_costs double precision[]
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  INSERT INTO reuse_sources (app, content_hash, source, answers, saved_ms, saved_cost)
  SELECT * FROM unnest(apps, hashes, sources, answers, saved_ms, saved_costs) AS one (app, content_hash, source, answers, saved_ms, saved_cost)
  WHERE app IN (SELECT staying(apps))
  ORDER BY app COLLATE "C", content_hash COLLATE "C", source COLLATE "C"
  ON CONFLICT (app, content_hash, source) DO UPDATE SET answers = reuse_sources.answers + excluded.answers,
    saved_ms = reuse_sources.saved_ms + excluded.saved_ms, saved_cost = reuse_sources.saved_cost + excluded.saved_cost
$$;

-- The counts of a content that is gone; what its answers saved stays under another name.
CREATE FUNCTION forget_reuse(of_app text, of_hash text, gone_hash text) RETURNS void
LANGUAGE sql
AS $$
  DELETE FROM reuse_counts WHERE app = of_app AND content_hash = of_hash;
  WITH forgotten AS (
    DELETE FROM reuse_sources WHERE app = of_app AND content_hash = of_hash RETURNING source, answers, saved_ms, saved_cost
  )
  INSERT INTO reuse_sources (app, content_hash, source, answers, saved_ms, saved_cost)
  SELECT of_app, gone_hash, source, answers, saved_ms, saved_cost FROM forgotten ORDER BY source
  ON CONFLICT (app, content_hash, source) DO UPDATE SET answers = reuse_sources.answers + excluded.answers,
    saved_ms = reuse_sources.saved_ms + excluded.saved_ms, saved_cost = reuse_sources.saved_cost + excluded.saved_cost
$$;

CREATE FUNCTION record_mistake(
  of_app text, hash text, name text, path text, score double precision, sentence text, known_sentence text, given text, expected text,
  at bigint, mistakes_max bigint
) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT stays(of_app) THEN RETURN; END IF;
  INSERT INTO reuse_mistakes (app, content_hash, name, path, score, sentence, known_sentence, given, expected, created_at)
  VALUES (of_app, hash, record_mistake.name, record_mistake.path, record_mistake.score, record_mistake.sentence,
    record_mistake.known_sentence, record_mistake.given, record_mistake.expected, at);
  DELETE FROM reuse_mistakes WHERE app = of_app AND id <=
    (SELECT id FROM reuse_mistakes WHERE app = of_app ORDER BY id DESC LIMIT 1 OFFSET mistakes_max);
END $$;

-- How often the model inside says what a language model says, of the calls of one tool, by how sure it is.
CREATE TABLE graduation_counts (
  app          text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  content_hash text COLLATE "C" NOT NULL,
  tool         text COLLATE "C" NOT NULL,
  models       text COLLATE "C" NOT NULL,
  -- How often the tool was sent back before: what was counted until then stays, and says nothing any more.
  slips        bigint NOT NULL,
  edge         bigint NOT NULL,
  observed     bigint NOT NULL,
  agreed       bigint NOT NULL CHECK (agreed <= observed),
  PRIMARY KEY (app, content_hash, tool, models, slips, edge)
);
CALL fence('graduation_counts');

-- What it answered alone, and what that saved.
CREATE TABLE graduation_answers (
  app          text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  content_hash text COLLATE "C" NOT NULL,
  tool         text COLLATE "C" NOT NULL,
  models       text COLLATE "C" NOT NULL,
  answers      bigint NOT NULL,
  saved_ms     bigint NOT NULL,
  saved_cost   double precision NOT NULL,
  PRIMARY KEY (app, content_hash, tool, models)
);
CALL fence('graduation_answers');

CREATE FUNCTION count_graduation(
  apps text[], hashes text[], tools text[], all_models text[], slips bigint[], edges bigint[], observed bigint[], agreed bigint[]
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  INSERT INTO graduation_counts (app, content_hash, tool, models, slips, edge, observed, agreed)
  SELECT * FROM unnest(apps, hashes, tools, all_models, slips, edges, observed, agreed)
    AS one (app, content_hash, tool, models, slips, edge, observed, agreed)
  WHERE app IN (SELECT staying(apps))
  ORDER BY app COLLATE "C", content_hash COLLATE "C", tool COLLATE "C", models COLLATE "C", slips, edge
  ON CONFLICT (app, content_hash, tool, models, slips, edge)
  DO UPDATE SET observed = graduation_counts.observed + excluded.observed, agreed = graduation_counts.agreed + excluded.agreed
$$;

CREATE FUNCTION count_graduation_answers(
  apps text[], hashes text[], tools text[], all_models text[], answers bigint[], saved_ms bigint[], saved_costs double precision[]
) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  INSERT INTO graduation_answers (app, content_hash, tool, models, answers, saved_ms, saved_cost)
  SELECT * FROM unnest(apps, hashes, tools, all_models, answers, saved_ms, saved_costs)
    AS one (app, content_hash, tool, models, answers, saved_ms, saved_cost)
  WHERE app IN (SELECT staying(apps))
  ORDER BY app COLLATE "C", content_hash COLLATE "C", tool COLLATE "C", models COLLATE "C"
  ON CONFLICT (app, content_hash, tool, models) DO UPDATE SET answers = graduation_answers.answers + excluded.answers,
    saved_ms = graduation_answers.saved_ms + excluded.saved_ms, saved_cost = graduation_answers.saved_cost + excluded.saved_cost
$$;

CREATE FUNCTION forget_graduation(of_app text, of_hash text) RETURNS void
LANGUAGE sql
AS $$
  DELETE FROM graduation_counts WHERE app = of_app AND content_hash = of_hash;
  DELETE FROM graduation_answers WHERE app = of_app AND content_hash = of_hash;
$$;

CREATE TABLE embeddings (
  app      text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  embedder text COLLATE "C" NOT NULL,
  key      text COLLATE "C" NOT NULL,
  vector   bytea NOT NULL,
  PRIMARY KEY (app, embedder, key)
);
CALL fence('embeddings');

CREATE FUNCTION write_embeddings(of_app text, of_embedder text, keys text[], vectors bytea[]) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT stays(of_app) THEN RETURN; END IF;
  INSERT INTO embeddings (app, embedder, key, vector)
  SELECT of_app, of_embedder, one.key, one.vector FROM unnest(keys, vectors) AS one (key, vector) ORDER BY one.key COLLATE "C"
  ON CONFLICT (app, embedder, key) DO UPDATE SET vector = excluded.vector;
END $$;

-- What is kept under idempotency keys.
CREATE TABLE kept_answers (
  app         text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  key         text COLLATE "C" NOT NULL,
  id          bigint GENERATED ALWAYS AS IDENTITY,
  fingerprint text NOT NULL,
  status      integer NOT NULL,
  headers     text NOT NULL,
  body        text,
  bytes       bigint NOT NULL,
  created_at  bigint NOT NULL
);
-- What goes first when there is no room.
CREATE INDEX kept_answers_by_age ON kept_answers (app, created_at, id);
ALTER TABLE kept_answers ADD PRIMARY KEY (app, key);
CALL fence('kept_answers');

-- How much each app has, in several parts: what one connection keeps does not wait until another one's is on the disk.
CREATE TABLE kept_totals (
  app   text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  part  integer NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (app, part)
) WITH (fillfactor = 50);
CALL fence('kept_totals');

CREATE FUNCTION weigh_kept_answers() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  more bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN more := more + new.bytes; END IF;
  IF TG_OP <> 'INSERT' THEN more := more - old.bytes; END IF;
  -- What goes with its app is weighed no more.
  INSERT INTO kept_totals AS totals (app, part, bytes)
  SELECT app, pg_backend_pid() % 16, more FROM apps WHERE app = coalesce(new.app, old.app)
  ON CONFLICT (app, part) DO UPDATE SET bytes = totals.bytes + excluded.bytes;
  RETURN NULL;
END $$;
CREATE TRIGGER kept_answers_are_weighed AFTER INSERT OR DELETE OR UPDATE OF bytes ON kept_answers
FOR EACH ROW EXECUTE FUNCTION weigh_kept_answers();

-- Keeps an answer, in the place of an older one; over `bytes_max` of the app its oldest go, and one that is larger by itself is not kept.
-- Returns how many bytes are kept for the app then, as far as they are committed; NULL for an app that is gone. Whoever keeps several in one
-- transaction does it in the order of app and key.
CREATE FUNCTION keep_answer(
  of_app text, of_key text, of_fingerprint text, of_status integer, of_headers text, of_body text, of_bytes bigint, at bigint, bytes_max bigint
) RETURNS bigint
LANGUAGE plpgsql
AS $$
DECLARE
  total bigint;
BEGIN
  IF NOT stays(of_app) THEN RETURN NULL; END IF;
  IF of_bytes > bytes_max THEN
    -- All others would have to go for it.
    DELETE FROM kept_answers WHERE app = of_app AND key = of_key;
  ELSE
    INSERT INTO kept_answers (app, key, fingerprint, status, headers, body, bytes, created_at)
    VALUES (of_app, of_key, of_fingerprint, of_status, of_headers, of_body, of_bytes, at)
    ON CONFLICT (app, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
      headers = excluded.headers, body = excluded.body, bytes = excluded.bytes, created_at = excluded.created_at;
  END IF;
  LOOP
    SELECT coalesce(sum(bytes), 0) INTO total FROM kept_totals WHERE app = of_app;
    EXIT WHEN total <= bytes_max;
    -- Clocks may jump: what was kept just now stays, whatever its age.
    DELETE FROM kept_answers WHERE app = of_app AND key =
      (SELECT key FROM kept_answers WHERE app = of_app AND key <> of_key ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED);
    EXIT WHEN NOT FOUND;
  END LOOP;
  RETURN total;
END $$;

CREATE FUNCTION kept_bytes() RETURNS TABLE (app text, bytes bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$ SELECT app, sum(bytes)::bigint FROM kept_totals GROUP BY app $$;

CREATE FUNCTION expire_kept_answers(after_app text, before bigint, count_max bigint) RETURNS TABLE (app text, gone bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  of_app text;
  expired bigint := 0;
BEGIN
  SELECT apps.app INTO of_app FROM apps
  WHERE apps.app > after_app AND EXISTS (SELECT FROM kept_answers WHERE kept_answers.app = apps.app AND created_at < before)
  ORDER BY apps.app LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  IF stays(of_app) THEN
    DELETE FROM kept_answers WHERE app = of_app AND key IN
      (SELECT key FROM kept_answers WHERE app = of_app AND created_at < before LIMIT count_max FOR UPDATE SKIP LOCKED);
    GET DIAGNOSTICS expired = ROW_COUNT;
  END IF;
  RETURN QUERY SELECT of_app, expired;
END $$;

-- Requests that were answered, for the feedback that may come: those of one app that a node wrote together are one row.
CREATE SEQUENCE request_batch_ids;
CREATE TABLE request_batches (
  app          text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  id           bigint NOT NULL,
  -- How many there were, and how many of those have expired.
  count        integer NOT NULL,
  expired      integer NOT NULL DEFAULT 0,
  -- How many the app may have: what the newest row says counts.
  requests_max bigint NOT NULL,
  -- When the first and the last of them were answered: within a second.
  begun_at     bigint NOT NULL,
  ended_at     bigint NOT NULL,
  -- JSON, as core/request-batch.ts has it; positions are counted within the row, from 1.
  answers      text NOT NULL
);
CREATE INDEX request_batches_by_age ON request_batches (app, ended_at);
CREATE INDEX request_batches_in_order ON request_batches (app, id, count);
ALTER TABLE request_batches ADD PRIMARY KEY (id);
CALL fence('request_batches');

-- Where the requests are whose ids do not say when they were made.
CREATE TABLE request_ids (
  app        text COLLATE "C" NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  batch      bigint NOT NULL REFERENCES request_batches (id) ON DELETE CASCADE,
  PRIMARY KEY (app, request_id, batch)
);
CREATE INDEX request_ids_of_batch ON request_ids (batch);
CALL fence('request_ids');

-- Of any apps: batches in their order, and ids with the place (from 1) of the batch that each is in. None of an app that is gone.
CREATE FUNCTION record_requests(
  of_apps text[], counts integer[], requests_max bigint[], begun_ats bigint[], ended_ats bigint[], answers text[],
  named_in integer[], named_ids text[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
BEGIN
  -- As "staying" has it, which is no plan of its own here: this is called all the time.
  WITH there AS MATERIALIZED (
    SELECT app FROM apps WHERE app = ANY (of_apps) FOR KEY SHARE SKIP LOCKED
  ), batch AS MATERIALIZED (
    SELECT nextval('request_batch_ids') AS id, ordered.* FROM (
      SELECT one.* FROM unnest(of_apps, counts, requests_max, begun_ats, ended_ats, answers) WITH ORDINALITY
        AS one (app, count, requests_max, begun_at, ended_at, answers, place)
      JOIN there ON there.app = one.app ORDER BY place
    ) AS ordered
  ), written AS (
    INSERT INTO request_batches (app, id, count, requests_max, begun_at, ended_at, answers)
    SELECT app, id, count, batch.requests_max, begun_at, ended_at, batch.answers FROM batch
  )
  INSERT INTO request_ids (app, request_id, batch)
  SELECT batch.app, named.request_id, batch.id FROM unnest(named_in, named_ids) AS named (place, request_id)
  JOIN batch ON batch.place = named.place
  ON CONFLICT DO NOTHING;
END $$;

-- The oldest that the app may not have any more, as far as whole rows are.
CREATE FUNCTION trim_requests(of_app text, requests_max bigint) RETURNS void
LANGUAGE sql
AS $$
  DELETE FROM request_batches WHERE app = of_app AND id < (
    SELECT id FROM (SELECT id, sum(count) OVER (ORDER BY id DESC) AS requests FROM request_batches WHERE app = of_app) AS counted
    WHERE requests >= trim_requests.requests_max ORDER BY id DESC LIMIT 1)
$$;

CREATE FUNCTION expire_requests(after_app text, before bigint, count_max bigint) RETURNS TABLE (app text, rows bigint, gone bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  of_app text;
BEGIN
  SELECT apps.app INTO of_app FROM apps
  WHERE apps.app > after_app AND
    EXISTS (SELECT FROM request_batches WHERE request_batches.app = apps.app AND ended_at < before + 1000 AND begun_at < before)
  ORDER BY apps.app LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY
    WITH old AS (
      DELETE FROM request_batches WHERE app = of_app AND id IN
        (SELECT id FROM request_batches WHERE app = of_app AND ended_at < before LIMIT count_max FOR UPDATE SKIP LOCKED)
      RETURNING count - expired AS requests
    )
    SELECT of_app, count(*), coalesce(sum(requests), 0)::bigint FROM old;
END $$;

-- The log that an app may have of its questions.
CREATE TABLE query_log_settings (
  app    text COLLATE "C" PRIMARY KEY REFERENCES apps (app) ON DELETE CASCADE,
  days   bigint NOT NULL,
  rows   bigint NOT NULL,
  redact boolean NOT NULL
);
CALL fence('query_log_settings');

CREATE TABLE logged_questions (
  app      text COLLATE "C" NOT NULL REFERENCES apps (app) ON DELETE CASCADE,
  id       bigint GENERATED ALWAYS AS IDENTITY,
  digest   text COLLATE "C" NOT NULL,
  content  text NOT NULL,
  doubt    double precision NOT NULL,
  times    bigint NOT NULL,
  request  text NOT NULL,
  first_at bigint NOT NULL,
  at       bigint NOT NULL,
  -- NULL where nobody said.
  is_right boolean
);
CREATE INDEX logged_questions_by_age ON logged_questions (app, at, id);
CREATE INDEX logged_questions_by_doubt ON logged_questions (app, doubt);
ALTER TABLE logged_questions ADD PRIMARY KEY (app, id);
ALTER TABLE logged_questions ADD UNIQUE (app, digest);
CALL fence('logged_questions');

-- Adds questions, each digest once, or counts them on the row that is there. `tells`: more of its answer than the row may have.
CREATE FUNCTION log_questions(
  of_app text, digests text[], contents text[], doubts double precision[], all_times bigint[], requests text[], first_ats bigint[], ats bigint[],
  tells boolean[]
) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT stays(of_app) THEN RETURN; END IF;
  -- Whoever turns it off waits: what is removed after that comes not again.
  PERFORM FROM query_log_settings WHERE app = of_app FOR SHARE;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO logged_questions AS known (app, digest, content, doubt, times, request, first_at, at)
  SELECT of_app, one.digest, one.content, one.doubt, one.times, one.request, one.first_at, one.at
  FROM unnest(digests, contents, doubts, all_times, requests, first_ats, ats) WITH ORDINALITY
    AS one (digest, content, doubt, times, request, first_at, at, place) ORDER BY place
  ON CONFLICT (app, digest) DO UPDATE SET times = known.times + excluded.times, request = excluded.request,
    at = greatest(known.at, excluded.at),
    content = CASE WHEN tells[array_position(digests, excluded.digest)] THEN excluded.content ELSE known.content END,
    doubt = CASE WHEN tells[array_position(digests, excluded.digest)] THEN excluded.doubt ELSE known.doubt END;
END $$;

CREATE FUNCTION all_query_log_settings() RETURNS TABLE (app text, version bigint, days bigint, rows bigint, redact boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  SELECT log.app, known.version, log.days, log.rows, log.redact
  FROM query_log_settings AS log JOIN app_versions AS known ON known.app = log.app
$$;

-- Of many apps at once, with how each has its questions logged: read at the beginning of requests.
DROP FUNCTION versions_of(text[]);
CREATE FUNCTION versions_of(apps text[])
RETURNS TABLE (app text, version bigint, log_days bigint, log_rows bigint, log_redact boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
  SELECT known.app, known.version, log.days, log.rows, log.redact
  FROM app_versions AS known LEFT JOIN query_log_settings AS log ON log.app = known.app
  WHERE known.app = ANY (apps)
$$;

-- What was found out about model servers: no app's.
CREATE TABLE model_findings (
  key      text COLLATE "C" PRIMARY KEY,
  findings text NOT NULL,
  found_at bigint NOT NULL
);
CREATE INDEX model_findings_by_age ON model_findings (found_at);
GRANT SELECT ON model_findings TO dragoman_node;

CREATE FUNCTION keep_findings(of_key text, of_findings text, at bigint, servers_max bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = dragoman, pg_temp
AS $$
BEGIN
  -- Seldom enough for one after the other.
  LOCK TABLE model_findings IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO model_findings (key, findings, found_at) VALUES (of_key, of_findings, at)
  ON CONFLICT (key) DO UPDATE SET findings = excluded.findings, found_at = excluded.found_at;
  DELETE FROM model_findings WHERE key IN (SELECT key FROM model_findings ORDER BY found_at DESC, key OFFSET servers_max);
END $$;
