-- What is kept under idempotency keys is bounded for each app, in bytes.
ALTER TABLE kept_answers ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE kept_answers SET bytes = 200 + octet_length(key) + octet_length(headers) + ifnull(octet_length(body), 0);
-- What goes first when there is no room.
CREATE INDEX kept_answers_of_app_by_age ON kept_answers (app, created_at, id);

-- How much each app has: adding it up at every insert would cost more the more there is.
CREATE TABLE kept_totals (
  app   TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO kept_totals (app, bytes) SELECT app, sum(bytes) FROM kept_answers GROUP BY app;
CREATE TRIGGER kept_answers_are_weighed AFTER INSERT ON kept_answers
BEGIN
  INSERT INTO kept_totals (app, bytes) VALUES (new.app, new.bytes)
  ON CONFLICT (app) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER kept_answers_are_weighed_anew AFTER UPDATE OF bytes ON kept_answers
BEGIN
  UPDATE kept_totals SET bytes = bytes + new.bytes - old.bytes WHERE app = new.app;
END;
CREATE TRIGGER kept_answers_are_weighed_off AFTER DELETE ON kept_answers
BEGIN
  UPDATE kept_totals SET bytes = bytes - old.bytes WHERE app = old.app;
  DELETE FROM kept_totals WHERE app = old.app AND NOT EXISTS (SELECT 1 FROM kept_answers WHERE app = old.app);
END;
