#!/bin/sh
# Runs the tests of tests/Serial/Checking as a program of NativeAOT. Needs gcc. Linux on x64 only.
cd "$(dirname "$0")/../.." || exit 1
project=tests/Serial/AheadOfTime
dotnet publish $project -c Release -r linux-x64 -v quiet -nologo -o $project/bin/published && $project/bin/published/PooledGen.Checking.AheadOfTime
