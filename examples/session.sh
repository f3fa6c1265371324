# Read by the other scripts: `ask METHOD PATH [BODY]` sends a request with a token for the API key.
: "${SERVER_URL:=http://127.0.0.1:8420}" "${API_KEY:?the API key, as dragoman app create shows it}"

token=$(curl -sS "$SERVER_URL/v1/auth" -H 'content-type: application/json' \
  -d "{\"api_key\": \"$API_KEY\"}" | sed 's/.*"access_token":"\([^"]*\)".*/\1/')
case $token in
  *'"error"'* | '') echo "no token: $token" >&2; exit 1 ;;
esac

ask() {
  curl -sS -X "$1" "$SERVER_URL$2" -H "authorization: Bearer $token" -H 'content-type: application/json' ${3:+-d "$3"}
}

# `register KIND SIGNATURE FILE`: replaces the set where it is there, else makes it.
register() {
  case $(ask PUT "/v1/$1/$2" "@$3") in
    *'"error":"not_found"'*) ask POST "/v1/$1" "@$3" ;;
  esac > /dev/null
}
