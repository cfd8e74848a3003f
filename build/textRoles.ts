import type { Plugin } from 'vite'
import { colours, textRoles } from '../tailwind.config.ts'

/** Sizes beside the roles, each with its reason. */
export const exceptions: Record<string, string> = {
  'src/app/MainNavigation.tsx': 'text-[min(0.75rem,4vw)]/[1.25]', // Five tabs share the width of a phone.
  'src/components/Money.tsx': 'fontSize', // A long sum shrinks instead of breaking.
  'src/features/money/cards/CardFace.tsx': 'text-[min(1.375rem,5.6vw)]', // The number fits the card.
  'src/features/money/insights/MonthsChart.tsx': 'text-[min(0.75rem,3.2vw)]', // A month fits its bars.
}

const other = ['left', 'center', 'right', 'balance', 'ellipsis']
const known = new Set([...Object.keys(textRoles), ...Object.keys(colours), ...other].map((name) => `text-${name}`))
/** Classes, with what is before them (`lg:`, `*:`) cut off, and the properties of a style. */
const candidates =
  /(?<=['"`\s:])(?:text|font|leading|tracking)-[^\s'"`]+|\b(?:fontSize|fontWeight|lineHeight|letterSpacing)(?=:)/g

/** What in this file of `src` sets the size, weight or spacing of text beside the roles, or names a role that does not exist. */
export function findLooseText(file: string, source: string): string[] {
  const found = [...source.matchAll(candidates)].map(([name]) => name.replace(/!$/, ''))
  return found.filter((name) => !known.has(name) && exceptions[file] !== name)
}

/** Fails a build with text that has no role: on its screen it would be a size of its own, or none at all. */
export const refuseLooseText: Plugin = {
  name: 'refuse-loose-text',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/ },
    handler(source, id) {
      const file = id.slice(id.lastIndexOf('/src/') + 1)
      const loose = findLooseText(file, source)
      if (loose.length > 0)
        this.error(
          `${file}: ${loose.join(', ')}. Use a role of tailwind.config.ts: ${Object.keys(textRoles).join(', ')}.`,
        )
    },
  },
}
