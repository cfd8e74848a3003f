import './index.css'
import { areasAt } from '@/app/areas'
import { sendFirstReads } from '@/app/firstReads'
import { applyDisplay } from '@/lib/applyDisplay'
import { storedSession } from '@/lib/storedSession'

// This script is small and runs before React is downloaded, so that all first downloads and reads run in parallel.
applyDisplay()
const { pathname } = window.location
sendFirstReads(pathname)
const firstAreas = areasAt(pathname, storedSession.exists())
// `start` waits for these downloads; a screen whose download failed reports it.
for (const area of firstAreas) area.load().catch(() => undefined)
void import('@/app/start').then(({ start }) => start(firstAreas))
