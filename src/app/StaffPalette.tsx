import { useState } from 'react'
import { consoleKeys } from '@/features/agent-console/keys'
import { KeysDialog } from '@/features/palette/KeysDialog'
import { Palette } from '@/features/palette/Palette'
import type { PaletteItem } from '@/features/palette/paletteItems'
import { useRowKeys } from '@/features/palette/useRowKeys'
import { useStaffKeys } from '@/features/palette/useStaffKeys'
import type { Roles } from '@/features/permissions/queries'

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
      {open === 'keys' && <KeysDialog consoleKeys={isAgent ? consoleKeys : []} onClose={close} />}
    </>
  )
}
