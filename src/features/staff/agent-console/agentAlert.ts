import { chatAlertsStore, lastAlertStore } from '@/lib/storage'

/** The tabs of a browser hear of the same change within this time. */
const repeatMs = 5000

/** Tells the agent how many customers wait. */
export async function alertWaiting(count: number, onClick: () => void) {
  const text = count === 1 ? 'A customer is waiting for an agent' : `${count} customers are waiting for an agent`
  await alertAgent(text, onClick)
}

/** Sounds and shows a system notification, in one tab of this browser, if the agent has switched alerts on. */
export async function alertAgent(text: string, onClick: () => void) {
  if (!chatAlertsStore.read()) return
  await navigator.locks.request('agent-alert', () => {
    // Another tab has said it.
    if (lastAlertStore.wasSaid(text, repeatMs)) return
    lastAlertStore.write(text)
    beep()
    notify(text, onClick)
  })
}

/** Asks for the browser's permission. Without it, only the sound is used. */
export async function switchAlerts(isOn: boolean) {
  chatAlertsStore.write(isOn)
  if (!isOn) return
  beep()
  if ('Notification' in window && Notification.permission === 'default') await Notification.requestPermission()
}

function notify(text: string, onClick: () => void) {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    // One notification, which the next replaces.
    const notification = new Notification(text, { tag: 'waiting-chats', icon: '/icon.svg' })
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
      onClick()
    })
  } catch {
    // Chrome on Android shows notifications only from a service worker.
  }
}

/** Two short tones. A browser that has had no click or key in this tab stays silent. */
function beep() {
  const audio = new AudioContext()
  const oscillator = audio.createOscillator()
  const volume = audio.createGain()
  volume.gain.value = 0.15
  oscillator.frequency.setValueAtTime(660, audio.currentTime)
  oscillator.frequency.setValueAtTime(880, audio.currentTime + 0.15)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start()
  oscillator.stop(audio.currentTime + 0.3)
  oscillator.addEventListener('ended', () => void audio.close())
}
