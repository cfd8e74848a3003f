import { useState, useSyncExternalStore } from 'react'
import { Switch } from '@/components/ui/Switch'
import { applyDisplay } from '@/lib/applyDisplay'
import { simpleHomeStore, themeStore } from '@/lib/storage'

/** Null: the colours of the device. */
type Theme = ReturnType<typeof themeStore.read>

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const useTheme = () => useSyncExternalStore(subscribe, themeStore.read)

function setTheme(theme: Theme) {
  themeStore.write(theme)
  applyDisplay()
  for (const listener of listeners) listener()
}

const themeNames: [Theme, string][] = [
  [null, 'Same as this device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** The chosen colours, in words. */
export function ThemeName() {
  const current = useTheme()
  return themeNames.find(([theme]) => theme === current)?.[1]
}

export function Appearance() {
  return (
    <div className="space-y-6">
      <Colours />
      <SimpleHomeSwitch />
    </div>
  )
}

function SimpleHomeSwitch() {
  const [isSimple, setIsSimple] = useState(simpleHomeStore.read)
  return (
    <Switch
      label="Simple Home"
      hint="Your balance and four large buttons, on this device."
      checked={isSimple}
      onChange={(checked) => {
        simpleHomeStore.write(checked)
        setIsSimple(checked)
      }}
    />
  )
}

function Colours() {
  const current = useTheme()
  return (
    <fieldset>
      <legend className="text-label">Colours on this device</legend>
      {themeNames.map(([theme, name]) => (
        <label key={name} className="flex min-h-12 items-center gap-3">
          <input
            type="radio"
            name="theme"
            checked={theme === current}
            onChange={() => setTheme(theme)}
            className="size-5 accent-brand"
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
