/** The push service then refuses what is sent to this browser, and the bank forgets its address. */
export async function endPushSubscription() {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
