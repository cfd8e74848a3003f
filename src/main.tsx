import './index.css'
import { areasAt } from '@/app/areas'
import { applyDisplay } from '@/lib/applyDisplay'
import { storedSession } from '@/lib/storedSession'

// This script is small and runs before React is downloaded: the areas that the script in the head does not know start here.
applyDisplay()
const firstAreas = areasAt(window.location.pathname, storedSession.exists())
// `start` waits for these downloads; a screen whose download failed reports it.
for (const area of firstAreas) area.load().catch(() => undefined)
void import('@/app/start').then(({ start }) => start(firstAreas))
