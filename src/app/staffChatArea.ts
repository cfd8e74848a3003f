// The back office's chats.
export { AgentOutbox } from '@/features/staff/agent-console/AgentOutbox'
export { AdminChatScreen } from '@/screens/AdminChatScreen'
export { AdminTranscriptScreen } from '@/screens/AdminTranscriptScreen'
export { AdminTranscriptsScreen } from '@/screens/AdminTranscriptsScreen'
