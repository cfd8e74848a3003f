import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { authCopy } from '@/features/person/auth/copy'
import { profileQueries, type Profile } from '@/features/person/profile/queries'
import { lazyPart } from '@/lib/lazyPart'
import { paths } from '@/lib/paths'
import { useSession, useUserId } from '@/lib/session'
import { settingsSheets, type SettingsSheet } from './settingsSheets'

const NoticeLinks = lazyPart(
  async () => (await import('@/components/NoticeLinks')).NoticeLinks,
  <div className="min-h-(--control-height)" />,
)

export function SettingsScreen() {
  const { signOut } = useSession()
  const userId = useUserId()
  const profile = useQuery(profileQueries.own(userId))
  return (
    <Screen title="Settings" back={paths.more}>
      <div className="space-y-6 pt-2">
        <Loaded query={profile} what="your settings" skeleton={<Skeleton className="h-172" />}>
          {(own) => own !== null && <Rows profile={own} />}
        </Loaded>
        <Button variant="secondary" className="w-full" onClick={() => void signOut()}>
          Sign Out
        </Button>
        <NoticeLinks />
      </div>
    </Screen>
  )
}

function Rows({ profile }: { profile: Profile }) {
  const { hash, key } = useLocation()
  const sheets = settingsSheets.filter(({ isOffered }) => isOffered?.(profile) ?? true)
  // A link may open a sheet: /settings#payments. Also one on this screen, such as that of the notice above it.
  const linked = sheets.find(({ id }) => `#${id}` === hash)
  const [open, setOpen] = useState(linked)
  // The address bar gives each entry the same key.
  const place = key + hash
  const [openedBy, setOpenedBy] = useState(place)
  if (place !== openedBy) {
    setOpenedBy(place)
    setOpen(linked)
  }
  const [hasNewPin, setHasNewPin] = useState(false)
  const [isAsked, setIsAsked] = useState(false)

  function close() {
    setIsAsked(false)
    setHasNewPin(false)
    setOpen(undefined)
  }

  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded bg-card shadow-card">
        {sheets.map((sheet) => (
          <li key={sheet.id}>
            <Row {...sheet} profile={profile} onPress={() => setOpen(sheet)} />
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <Dialog open onOpenChange={() => (hasNewPin ? setIsAsked(true) : close())} title={open.title}>
          <open.Content profile={profile} onUnsavedPin={setHasNewPin} />
        </Dialog>
      )}
      {isAsked && <ConfirmDialog {...authCopy.changePin.unsaved} onConfirm={close} onClose={() => setIsAsked(false)} />}
    </>
  )
}

type RowProps = SettingsSheet & { profile: Profile; onPress: () => void }

function Row({ title, icon: Icon, Value, profile, onPress }: RowProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onPress}
      className="flex min-h-17 w-full items-center gap-[min(1rem,4vw)] px-[min(1rem,4vw)] py-2 text-left transition-colors hover:bg-brand-soft focus-visible:-outline-offset-3"
    >
      <span className="flex size-[min(2.5rem,11vw)] shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand">
        <Icon aria-hidden className="size-[min(1.25rem,6vw)]" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-name">{title}</span>{' '}
        <span className="block text-secondary wrap-anywhere">
          <Value profile={profile} />
        </span>
      </span>
      <ChevronRight aria-hidden className="size-[min(1.25rem,6vw)] shrink-0 text-muted" />
    </button>
  )
}
