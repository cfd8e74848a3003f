import { Landmark } from 'lucide-react'
import { Tinted, type Tint } from './Tinted'

const tints: Tint[] = ['green', 'blue', 'violet', 'amber', 'rose', 'teal']

/** The initials of a name, always in the same tint. A bank for a name without letters and digits. */
export function Initials({ name }: { name: string }) {
  const initials = initialsOf(name)
  const sum = Array.from(name).reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0)
  return (
    <Tinted tint={tints[sum % tints.length] ?? 'green'}>
      {initials === '' ? <Landmark className="size-5" /> : initials}
    </Tinted>
  )
}

/** 'Mill Lane Lettings' → 'ML', 'Streamhouse' → 'S'. Empty for a name without letters and digits. */
export function initialsOf(name: string): string {
  const first = name.split(/\s+/).flatMap((word) => word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? [])
  return first.slice(0, 2).join('').toUpperCase()
}
