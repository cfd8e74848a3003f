import { Landmark } from 'lucide-react'
import { initialsOf } from '@/lib/initials'
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
