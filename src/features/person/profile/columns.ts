/** Also sent by the first script (build/firstScript.ts). */
export const profileColumns =
  'full_name,approved,notification_email,undo_seconds,device_state,passkey_state,staff_idle_minutes,support_needs,frozen_at,unfreezes_at,mailbox_events,turned_off,change_marks'
