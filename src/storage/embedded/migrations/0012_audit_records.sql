-- Who did what, when: commands of the operator, and sign-ins to the admin page.
CREATE TABLE audit_records (
  id   INTEGER PRIMARY KEY AUTOINCREMENT,
  at   INTEGER NOT NULL,
  who  TEXT NOT NULL,
  what TEXT NOT NULL
) STRICT;
