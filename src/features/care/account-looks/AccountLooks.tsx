import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ListEnd } from '@/components/ListEnd'
import { Loaded } from '@/components/Loaded'
import { SheetSection } from '@/components/SheetSection'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { messageOf } from '@/lib/errors'
import { useUserId } from '@/lib/session'
import { describeLook, describeWhen, lookCopy } from './copy'
import type { Checked } from './looksFile'
import { useCheckLooks, useSaveLooks } from './mutations'
import { lookQueries } from './queries'
import type { Look } from './readLook'

/** What staff looked at of this account, and a file that proves it later. */
export function AccountLooks() {
  const looks = useInfiniteQuery(lookQueries.list(useUserId()))
  return (
    <SheetSection title={lookCopy.title}>
      <p className="text-secondary">{lookCopy.intro}</p>
      <Loaded query={looks} what="who looked at your account" skeleton={<Skeleton className="h-40" />}>
        {(list) => (list.length === 0 ? <p>{lookCopy.none}</p> : <Rows looks={list} />)}
      </Loaded>
      {looks.hasNextPage && (
        <ListEnd
          what="earlier entries"
          label="Show earlier"
          pendingLabel="Loading..."
          loadWithin={null}
          isLoading={looks.isFetchingNextPage}
          error={looks.isFetchNextPageError ? looks.error : null}
          onLoad={looks.fetchNextPage}
          button={{ variant: 'secondary' }}
        />
      )}
      <p className="text-secondary">{lookCopy.limits}</p>
      <LooksFileButtons />
    </SheetSection>
  )
}

function Rows({ looks }: { looks: Look[] }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded border border-line bg-card">
      {looks.map((look) => (
        <li key={look.id} className="px-4 py-2">
          <p className="text-name wrap-anywhere">{describeLook(look)}</p>
          <p className="text-secondary">{describeWhen(look)}</p>
        </li>
      ))}
    </ul>
  )
}

function LooksFileButtons() {
  const input = useRef<HTMLInputElement>(null)
  const save = useSaveLooks()
  const check = useCheckLooks()
  return (
    <div className="space-y-3">
      <Button variant="secondary" className="w-full" pending={save.isPending} onClick={() => save.mutate()}>
        {lookCopy.save}
      </Button>
      <p className="text-secondary">{lookCopy.checkHint}</p>
      <CheckResult checked={check.data} error={check.error} />
      <input
        ref={input}
        type="file"
        aria-label={lookCopy.savedFile}
        tabIndex={-1}
        accept=".json"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) check.mutate(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <Button variant="secondary" className="w-full" pending={check.isPending} onClick={() => input.current?.click()}>
        {lookCopy.check}
      </Button>
    </div>
  )
}

function CheckResult({ checked, error }: { checked: Checked | undefined; error: Error | null }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It appears at the end of the sheet, out of sight on a small phone.
    if (checked !== undefined || error !== null) box.current?.scrollIntoView({ block: 'nearest' })
  }, [checked, error])
  const isUnchanged = checked?.kind === 'compared' && checked.changed.length === 0 && !checked.isOlderChanged
  return (
    <div ref={box}>
      <output>{isUnchanged && <p className="text-name">{lookCopy.unchanged(checked.rows)}</p>}</output>
      <div role="alert" className="text-danger">
        {error !== null && <p>{messageOf(error)}</p>}
        {checked !== undefined && !isUnchanged && <Problem checked={checked} />}
      </div>
    </div>
  )
}

function Problem({ checked }: { checked: Checked }) {
  if (checked.kind === 'not ours') return <p>{lookCopy.notOurs}</p>
  if (checked.kind === 'of another') return <p>{lookCopy.ofAnother}</p>
  if (checked.kind === 'edited') return <p>{lookCopy.edited}</p>
  return (
    <>
      <p className="text-name">{lookCopy.changed}</p>
      {checked.changed.length === 0 ? <p>{lookCopy.changedBefore}</p> : <Rows looks={checked.changed} />}
    </>
  )
}
