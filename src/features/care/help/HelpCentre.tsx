import { LifeBuoy } from 'lucide-react'
import { useRef, useState } from 'react'
import { LoadingBar } from '@/components/LoadingBar'
import { Tile } from '@/components/Tile'
import { lazyPart } from '@/lib/lazyPart'
import { helpCentreStore } from '@/lib/storage'

const HelpCentrePopover = lazyPart(async () => (await import('./HelpCentrePopover')).HelpCentrePopover, <LoadingBar />)

/** The number on the badge until it is dismissed on this device. */
const newArticles = 2

/** The Help Centre tile of the home screen. */
export function HelpCentre() {
  const [isOpen, setIsOpen] = useState(false)
  const [count, setCount] = useState(() => (helpCentreStore.isDismissed() ? 0 : newArticles))
  const tile = useRef<HTMLButtonElement>(null)

  function handleClear() {
    helpCentreStore.dismiss()
    setCount(0)
  }

  return (
    <>
      <Tile
        ref={tile}
        icon={LifeBuoy}
        label="Help centre"
        badge={{ count, of: 'new' }}
        isOpen={isOpen}
        onPress={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <HelpCentrePopover
          anchor={tile}
          onClear={count > 0 ? handleClear : undefined}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
