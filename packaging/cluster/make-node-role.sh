#!/bin/sh
# Run once by the postgres image, when its volume is new: the role that nodes log in with. It owns nothing.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set "password=$DRAGOMAN_NODE_PASSWORD" <<'SQL'
CREATE ROLE dragoman LOGIN PASSWORD :'password';
SQL
