/** The push service then refuses what is sent to this browser, and the bank forgets its address. */
export async function endPushSubscription() {
  // Missing in browsers without a secure connection.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const registration = await workers?.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
