-- What nodes know of each other, and of who is signed in on the admin page: no app's.

-- Those that a link lets in, and those who are in, by the hash of a secret that stands nowhere. `position` grows whenever one is asked in: instants
-- of several nodes have no order.
CREATE TABLE admin_links (
  hash     text COLLATE "C" PRIMARY KEY,
  position bigint NOT NULL DEFAULT nextval('revisions'),
  ends_at  bigint NOT NULL
);
CREATE TABLE admin_sessions (
  hash          text COLLATE "C" PRIMARY KEY,
  position      bigint NOT NULL DEFAULT nextval('revisions'),
  opened_at     bigint NOT NULL,
  ends_at       bigint NOT NULL,
  last_asked_at bigint NOT NULL
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE, DELETE ON admin_links, admin_sessions TO dragoman_node;
