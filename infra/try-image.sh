#!/usr/bin/env bash
# What the Dockerfile does, without Docker, from what is committed: its RUN and COPY lines in a folder of their own; then
# the server starts from what the image would hold, and is asked by the image's own health check.
set -euo pipefail
cd "$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)"
work=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; wait; rm -rf "$work"' EXIT
mkdir "$work/src" "$work/app" "$work/data"
git archive HEAD | tar -x -C "$work/src"
(cd "$work/src" && grep -v '^\*\*' .dockerignore | xargs rm -rf && find . -name '*.md' -delete)

dockerfile=$work/src/infra/Dockerfile
steps() { sed -n '/ AS build$/,/^FROM [^ ]*$/s/^RUN //p' "$dockerfile"; }
while read -r step; do
  echo "RUN $step"
  (cd "$work/src" && bash -euc "$step" </dev/null)
done < <(steps)

while read -r path; do
  echo "COPY $path"
  mkdir -p "$(dirname "$work/app/$path")"
  cp -r "$work/src/$path" "$work/app/$path"
done < <(sed -n 's/^COPY --from=build \/src\/\([^ ]*\) .*/\1/p' "$dockerfile")
check=$(sed -n 's/^  CMD \["node", "-e", "\(.*\)"\]$/\1/p' "$dockerfile")
rm -rf "$work/src"
du -sh "$work/app"

export NODE_ENV=production HOST=127.0.0.1 PORT="${PORT:-4099}" DATA_DIR="$work/data"
(cd "$work/app" && exec node dist/server/main.js) &
server=$!
for _ in $(seq 60); do
  kill -0 "$server"
  if node -e "$check"; then
    echo 'healthy'
    kill "$server"
    wait "$server"
    echo 'stopped'
    exit
  fi
  sleep 1
done
echo 'not healthy within a minute'
exit 1
