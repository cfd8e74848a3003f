import { useState } from 'react'
import { consoleKeys } from '@/features/staff/agent-console/keys'
import { Palette } from '@/features/staff/palette/Palette'
import type { PaletteItem } from '@/features/staff/palette/paletteItems'
import { useRowKeys } from '@/features/staff/palette/useRowKeys'
import { useStaffKeys } from '@/features/staff/palette/useStaffKeys'
import { caseKeys } from '@/features/staff/staff-cases/keys'
import type { Roles } from '@/features/person/permissions/queries'
import { lazyPart } from '@/lib/lazyPart'

const KeysDialog = lazyPart(async () => (await import('@/features/staff/palette/KeysDialog')).KeysDialog)

type StaffPaletteProps = { screens: PaletteItem[]; own: Roles; isAgent: boolean; className: string }

/** The palette and the list of keys, with a button for those who do not know the keys. */
export function StaffPalette({ screens, own, isAgent, className }: StaffPaletteProps) {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  useStaffKeys({ onPalette: () => setOpen('palette'), onKeys: () => setOpen('keys') })
  useRowKeys()
  const close = () => setOpen(null)
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen('palette')} className={className}>
        Go to <kbd className="pl-2 max-lg:hidden">Ctrl K</kbd>
      </button>
      {open === 'palette' && <Palette screens={screens} own={own} onClose={close} />}
      {open === 'keys' && (
        <KeysDialog
          consoleKeys={isAgent ? consoleKeys : []}
          caseKeys={own.permissions.includes('manage_cases') ? caseKeys : []}
          onClose={close}
        />
      )}
    </>
  )
}
