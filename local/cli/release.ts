import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { version } from '../../package.json'
import { readReleases, releaseProblems, writeRelease } from '../migrations/releases'
import { writeApi } from '../releases/api'
import { writePeople } from '../releases/people'
import { projectRoot } from '../settings'
import { print, printProblems } from './print'

// npm run release: freezes the migrations as those of the version in package.json, and keeps people on whom later ones are tried and
// the list of what this release offers.

const problems = readReleases(projectRoot).some((release) => release.version === version)
  ? [`${version} is released already. Raise the version in package.json first.`]
  : releaseProblems(projectRoot)
if (problems.length > 0) {
  printProblems('Nothing was released:', problems)
  process.exitCode = 1
} else {
  mkdirSync(path.join(projectRoot, 'supabase', 'releases', version), { recursive: true })
  // The list of the migrations makes it a release, so it is the last.
  for (const write of [writePeople, writeApi, writeRelease])
    print(`  Wrote ${path.relative(projectRoot, await write(projectRoot, version))}`)
}
