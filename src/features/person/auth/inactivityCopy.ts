export const inactivityCopy = {
  title: 'Are you still there?',
  text: "You haven't used the app for a while. To keep your money safe, we'll sign you out in 30 seconds.",
  textForStaff:
    "You haven't used the back office for a while. To protect customers, we'll sign you out in 30 seconds. Your chats will go back to the queue.",
} as const
