/** Also sent by the first script (app/firstReads.ts). */
export const profileColumns = 'full_name,approved,notification_email,device_state'
