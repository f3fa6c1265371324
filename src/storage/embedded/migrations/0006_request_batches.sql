-- What was answered is written together, a row for an app in each commit: a row and three indexes for each answer were the
-- most of what an answer from memory cost.
CREATE TABLE request_batches (
  id         INTEGER PRIMARY KEY,
  app        TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  -- Of the last request in it: they are counted through within the app.
  position   INTEGER NOT NULL,
  -- Requests up to this position are gone. What the newest row of the app says counts.
  floor      INTEGER NOT NULL,
  -- When the first of them was answered.
  begun_at   INTEGER NOT NULL,
  -- JSON: answers, each with the requests that got it, as [request id, position, instant].
  answers    TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX request_batches_in_order ON request_batches (app, position);
INSERT INTO request_batches (app, position, floor, begun_at, answers)
SELECT app, position, 0, created_at, json_array(json_object(
  'partition', partition, 'key', key, 'text', text, 'answer', json(answer), 'reuse', json(reuse),
  'requests', json_array(json_array(request_id, position, created_at))))
FROM requests ORDER BY app, position;

-- Where each request is. Ids that the server makes grow with time, so that those of a commit stand beside each other.
CREATE TABLE request_ids (
  app        TEXT NOT NULL,
  request_id TEXT NOT NULL,
  batch      INTEGER NOT NULL REFERENCES request_batches (id) ON DELETE CASCADE,
  PRIMARY KEY (app, request_id, batch)
) STRICT, WITHOUT ROWID;
CREATE INDEX request_ids_of_batch ON request_ids (batch);
INSERT INTO request_ids (app, request_id, batch)
SELECT requests.app, request_id, request_batches.id
FROM requests JOIN request_batches ON request_batches.app = requests.app AND request_batches.position = requests.position;
DROP TABLE requests;
