#!/bin/sh
# Draws the charts in docs/images from bench/results. Needs Node 20 or later; the packages that it installs stay out of the repository.
set -e
cd "$(dirname "$0")/charts"
npm install --ignore-scripts --no-package-lock --no-audit --no-fund --silent
node charts.js ../results ../../docs/images
