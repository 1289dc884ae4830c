#!/usr/bin/env bash
# Builds the docs site into artifacts/site: the pages of docs, README.md as the first page, and the public members of the packages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

repository=https://github.com/pooledgen/pooledgen/blob/main
pages=artifacts/pages

rm -rf "$pages" artifacts/site
mkdir -p "$pages/contents"
cp -R docs/*.md docs/images docs/internals docs/rules docs/site/docfx.json docs/site/toc.yml "$pages"

# docfx shows contents at the side of a page only if another table than that of the top bar names the page. So contents.yml goes into a folder, and its links lead
# one folder up.
sed "s#[hH]ref: #&../#g" docs/site/contents.yml >"$pages/contents/toc.yml"
for rule in "$pages"/rules/PG*.md; do
    printf -- '- { name: "%s", href: %s }\n' "$(sed -n '1s/^# //p' "$rule")" "${rule##*/}"
done >"$pages/rules/toc.yml"

# What lies outside of docs has no page here, so such links lead to the repository. README.md lies one folder above the others. The sed of macOS edits in
# place only with a name for a copy.
sed -E -i.bak "s#\]\(\.\./#](${repository}/#g" "$pages"/*.md
sed -E -i.bak "s#\]\(\.\./\.\./#](${repository}/#g" "$pages"/*/*.md
sed -E "s#\]\(docs/([^)]*\.md)#](\1#g; s#\"docs/images/#\"images/#g; s#\]\(([^):]*/[^).:]*|\.github[^)]*|[A-Z]+\.md)\)#](${repository}/\1)#g" README.md >"$pages/index.md"

dotnet tool restore
for project in src/Runtime check/src/Diagnostics src/AspNetCore; do
    dotnet build "$project" --configuration Release -p:RunAnalyzersDuringBuild=false
done
dotnet docfx "$pages/docfx.json" --warningsAsErrors
