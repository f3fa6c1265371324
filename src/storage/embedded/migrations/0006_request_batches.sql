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
DROP TABLE requests;
