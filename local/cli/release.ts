import path from 'node:path'
import { version } from '../../package.json'
import { readReleases, releaseProblems, writeRelease } from '../migrations/releases'
import { writePeople } from '../releases/people'
import { projectRoot } from '../settings'
import { print, printProblems } from './print'

// npm run release: freezes the migrations as those of the version in package.json, and keeps people on whom later ones are tried.

const problems = readReleases(projectRoot).some((release) => release.version === version)
  ? [`${version} is released already. Raise the version in package.json first.`]
  : releaseProblems(projectRoot)
if (problems.length > 0) {
  printProblems('Nothing was released:', problems)
  process.exitCode = 1
} else
  for (const file of [writeRelease(projectRoot, version), await writePeople(projectRoot, version)])
    print(`  Wrote ${path.relative(projectRoot, file)}`)
