export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "accounts": {
                  Row: {
                    "account_holder_name": string,"account_number": string,"account_type": string,"balance": number,"card_last_four": string,"card_number": string,"created_at": string,"id": string,"sort_code": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "account_holder_name": string,"account_number": string,"account_type"?: string,"balance"?: number,"card_last_four"?: never,"card_number": string,"created_at"?: string,"id"?: string,"sort_code": string,"user_id": string
                  }
                  Update: {
                    "account_holder_name"?: string,"account_number"?: string,"account_type"?: string,"balance"?: number,"card_last_four"?: never,"card_number"?: string,"created_at"?: string,"id"?: string,"sort_code"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"admin_permissions": {
                  Row: {
                    "admin_id": string,"permission": string
                  }
                  ComputedFields: never
                  Insert: {
                    "admin_id": string,"permission": string
                  }
                  Update: {
                    "admin_id"?: string,"permission"?: string
                  }
                  Relationships: [
                    
                  ]
                },"agent_requests": {
                  Row: {
                    "assigned_admin_id": string | null,"conversation_id": string,"created_at": string,"id": string,"resolved_at": string | null,"status": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "assigned_admin_id"?: string | null,"conversation_id": string,"created_at"?: string,"id"?: string,"resolved_at"?: string | null,"status"?: string,"user_id": string
                  }
                  Update: {
                    "assigned_admin_id"?: string | null,"conversation_id"?: string,"created_at"?: string,"id"?: string,"resolved_at"?: string | null,"status"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "agent_requests_conversation_id_fkey"
      columns: ["conversation_id"]
isOneToOne: false
      referencedRelation: "chat_conversations"
      referencedColumns: ["id"]
    }
                  ]
                },"chat_conversations": {
                  Row: {
                    "agent_name": string | null,"assigned_admin_id": string | null,"created_at": string,"id": string,"status": string,"updated_at": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "agent_name"?: string | null,"assigned_admin_id"?: string | null,"created_at"?: string,"id"?: string,"status"?: string,"updated_at"?: string,"user_id": string
                  }
                  Update: {
                    "agent_name"?: string | null,"assigned_admin_id"?: string | null,"created_at"?: string,"id"?: string,"status"?: string,"updated_at"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"chat_messages": {
                  Row: {
                    "conversation_id": string,"created_at": string,"id": string,"message": string,"sender_id": string | null,"sender_type": string
                  }
                  ComputedFields: never
                  Insert: {
                    "conversation_id": string,"created_at"?: string,"id"?: string,"message": string,"sender_id"?: string | null,"sender_type": string
                  }
                  Update: {
                    "conversation_id"?: string,"created_at"?: string,"id"?: string,"message"?: string,"sender_id"?: string | null,"sender_type"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "chat_messages_conversation_id_fkey"
      columns: ["conversation_id"]
isOneToOne: false
      referencedRelation: "chat_conversations"
      referencedColumns: ["id"]
    }
                  ]
                },"profiles": {
                  Row: {
                    "approved": boolean,"created_at": string,"full_name": string | null,"id": string,"notification_email": string | null,"device_state": string | null
                  }
                  ComputedFields: "device_state"
                  Insert: {
                    "approved"?: boolean,"created_at"?: string,"full_name"?: string | null,"id": string,"notification_email"?: string | null
                  }
                  Update: {
                    "approved"?: boolean,"created_at"?: string,"full_name"?: string | null,"id"?: string,"notification_email"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"recipients": {
                  Row: {
                    "account_holder_name": string,"account_number": string,"created_at": string,"id": string,"last_payment_amount": number | null,"last_payment_date": string | null,"sort_code": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "account_holder_name": string,"account_number": string,"created_at"?: string,"id"?: string,"last_payment_amount"?: number | null,"last_payment_date"?: string | null,"sort_code": string,"user_id": string
                  }
                  Update: {
                    "account_holder_name"?: string,"account_number"?: string,"created_at"?: string,"id"?: string,"last_payment_amount"?: number | null,"last_payment_date"?: string | null,"sort_code"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"scheduled_payments": {
                  Row: {
                    "amount": number,"created_at": string,"from_name": string,"id": string,"processed": boolean,"processed_at": string | null,"reference": string | null,"request_id": string,"scheduled_for": string,"to_account_id": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"created_at"?: string,"from_name": string,"id"?: string,"processed"?: boolean,"processed_at"?: string | null,"reference"?: string | null,"request_id"?: string,"scheduled_for": string,"to_account_id": string,"user_id": string
                  }
                  Update: {
                    "amount"?: number,"created_at"?: string,"from_name"?: string,"id"?: string,"processed"?: boolean,"processed_at"?: string | null,"reference"?: string | null,"request_id"?: string,"scheduled_for"?: string,"to_account_id"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "scheduled_payments_to_account_id_fkey"
      columns: ["to_account_id"]
isOneToOne: false
      referencedRelation: "accounts"
      referencedColumns: ["id"]
    }
                  ]
                },"transactions": {
                  Row: {
                    "amount": number,"created_at": string,"from_account_holder_name": string | null,"from_account_id": string | null,"from_account_number": string | null,"from_sort_code": string | null,"id": string,"incoming": boolean,"reference": string | null,"reversed_at": string | null,"status": string,"to_account_holder_name": string,"to_account_number": string,"to_sort_code": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"created_at"?: string,"from_account_holder_name"?: string | null,"from_account_id"?: string | null,"from_account_number"?: string | null,"from_sort_code"?: string | null,"id"?: string,"incoming"?: boolean,"reference"?: string | null,"reversed_at"?: string | null,"status"?: string,"to_account_holder_name": string,"to_account_number": string,"to_sort_code": string,"user_id": string
                  }
                  Update: {
                    "amount"?: number,"created_at"?: string,"from_account_holder_name"?: string | null,"from_account_id"?: string | null,"from_account_number"?: string | null,"from_sort_code"?: string | null,"id"?: string,"incoming"?: boolean,"reference"?: string | null,"reversed_at"?: string | null,"status"?: string,"to_account_holder_name"?: string,"to_account_number"?: string,"to_sort_code"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"user_notifications": {
                  Row: {
                    "created_at": string,"id": string,"message": string,"read": boolean,"title": string,"type": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"id"?: string,"message": string,"read"?: boolean,"title": string,"type": string,"user_id": string
                  }
                  Update: {
                    "created_at"?: string,"id"?: string,"message"?: string,"read"?: boolean,"title"?: string,"type"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"user_roles": {
                  Row: {
                    "role": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "role": string,"user_id": string
                  }
                  Update: {
                    "role"?: string,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                }
          }
          Views: {
            [_ in never]: never
          }
          Functions: {
            "accept_agent_request":
{ Args: { "p_request_id": string }; Returns: string
                           },
"add_assistant_message":
{ Args: { "p_conversation_id": string,"p_message": string,"p_user_id": string }; Returns: string
                           },
"add_manual_transaction":
{ Args: { "p_amount": string,"p_recipient": string,"p_reference"?: string,"p_request_id"?: string }; Returns: number
                           },
"approve_user":
{ Args: { "p_user_id": string }; Returns: boolean
                           },
"choose_pin":
{ Args: { "p_pin": string,"p_user_id": string }; Returns: undefined
                           },
"claim_assistant_turn":
{ Args: { "p_conversation_id": string,"p_user_id": string }; Returns: string
                           },
"claim_payment_notifications":
{ Args: { "p_notification_type": string,"p_request_id": string,"p_user_id": string }; Returns: {
              "account_number": string,"amount": number,"counterparty_name": string,"created_at": string,"notification_id": string,"notification_type": string,"recipient_email": string,"recipient_name": string,"reference": string,"sort_code": string
            }[]
                           },
"clear_all_notifications":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"count_users":
{ Args: Record<PropertyKey, never>; Returns: {
              "approved": number,"pending": number,"pin_requests": number
            }[]
                           },
"delete_person":
{ Args: { "p_user_id": string }; Returns: boolean
                           },
"device_state":
{ Args: { "p_profile": Omit<Database["public"]['Tables']["profiles"]['Row'], Database["public"]['Tables']["profiles"]['ComputedFields']> }; Returns: string
                           },
"edit_current_account_balance":
{ Args: { "p_new_balance": string }; Returns: number
                           },
"end_chat":
{ Args: { "p_conversation_id": string }; Returns: boolean
                           },
"enter_device_code":
{ Args: { "p_code": string,"p_device_token": string }; Returns: undefined
                           },
"find_repairs":
{ Args: { "p_before"?: string,"p_before_id"?: string }; Returns: Json
                           },
"get_email_by_pin":
{ Args: { "user_pin": string }; Returns: Json
                           },
"get_insights":
{ Args: Record<PropertyKey, never>; Returns: {
              "average_spent": number,"month": string,"received": number,"spent": number
            }[]
                           },
"get_my_card_number":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"get_my_new_pin":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"get_queue_position":
{ Args: { "p_conversation_id": string }; Returns: number
                           },
"get_statement":
{ Args: { "p_month": string }; Returns: Json
                           },
"get_statement_months":
{ Args: Record<PropertyKey, never>; Returns: {
              "month": string,"transaction_count": number
            }[]
                           },
"give_random_pin":
{ Args: { "p_user_id": string }; Returns: string
                           },
"issue_device_code":
{ Args: { "p_session_id": string,"p_user_id": string }; Returns: {
              "code": string,"code_id": string,"email": string,"full_name": string
            }[]
                           },
"list_all_transactions":
{ Args: { "p_before"?: string,"p_before_id"?: string,"p_email"?: string,"p_from"?: string,"p_limit"?: number,"p_max"?: number,"p_min"?: number,"p_recipient"?: string,"p_reference"?: string,"p_status"?: string,"p_until"?: string }; Returns: Json
                           },
"list_audit":
{ Args: { "p_action"?: string,"p_actor"?: string,"p_before_created_at"?: string,"p_before_id"?: number,"p_from"?: string,"p_limit"?: number,"p_target"?: string,"p_to"?: string }; Returns: {
              "action": string,"actor_id": string,"actor_name": string,"created_at": string,"details": Json,"hash": string,"id": number,"target_id": string,"target_name": string,"target_person_id": string
            }[]
                           },
"list_audit_actions":
{ Args: Record<PropertyKey, never>; Returns: string[]
                           },
"list_conversations":
{ Args: { "p_before"?: string,"p_before_id"?: string,"p_status"?: string }; Returns: {
              "agent_name": string,"assigned_admin_id": string,"customer_name": string,"id": string,"last_message": string,"last_message_at": string,"last_sender_type": string,"status": string,"unread_count": number,"updated_at": string,"user_id": string
            }[]
                           },
"list_devices":
{ Args: Record<PropertyKey, never>; Returns: {
              "created_at": string,"id": string,"is_current": boolean,"last_used_at": string,"name": string
            }[]
                           },
"list_pending_agent_requests":
{ Args: { "p_after"?: string,"p_after_id"?: string }; Returns: {
              "conversation_id": string,"customer_name": string,"request_id": string,"user_id": string,"waiting_since": string
            }[]
                           },
"list_people_by_role":
{ Args: { "p_before_created_at"?: string,"p_before_id"?: string,"p_group": string,"p_limit"?: number,"p_search"?: string }; Returns: {
              "approved": boolean,"created_at": string,"full_name": string,"id": string,"permissions": (string)[]
            }[]
                           },
"list_pin_reset_requests":
{ Args: Record<PropertyKey, never>; Returns: {
              "approved": boolean,"full_name": string,"requested_at": string,"sign_in_email": string,"user_id": string
            }[]
                           },
"list_users":
{ Args: { "p_approved": boolean,"p_before_created_at"?: string,"p_before_id"?: string,"p_limit"?: number,"p_search"?: string }; Returns: {
              "approved": boolean,"balance": number,"can_delete": boolean,"created_at": string,"financial_support": boolean,"full_name": string,"id": string,"is_staff": boolean,"notification_email": string,"pin_requested_at": string,"pin_visible": boolean,"sign_in_email": string
            }[]
                           },
"make_admin":
{ Args: { "p_user_id": string }; Returns: boolean
                           },
"make_payment":
{ Args: { "p_amount": string,"p_reference"?: string,"p_request_id": string,"p_to_account_number": string,"p_to_name": string,"p_to_sort_code": string }; Returns: {
              "amount": number,"balance": number,"created_at": string,"internal": boolean,"to_name": string,"transaction_id": string
            }[]
                           },
"make_super_admin":
{ Args: { "p_user_id": string }; Returns: boolean
                           },
"mark_chat_read":
{ Args: { "p_conversation_id": string,"p_until"?: string }; Returns: undefined
                           },
"open_current_account":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"read_pins":
{ Args: { "p_user_ids": (string)[] }; Returns: {
              "pin": string,"user_id": string
            }[]
                           },
"recognise_device":
{ Args: { "p_device_token": string }; Returns: {
              "code_expires_at": string,"state": string,"tries_left": number
            }[]
                           },
"record_export":
{ Args: { "p_email"?: string,"p_from"?: string,"p_max"?: number,"p_min"?: number,"p_recipient"?: string,"p_reference"?: string,"p_status"?: string,"p_until"?: string }; Returns: undefined
                           },
"record_pin_copy":
{ Args: { "p_user_id": string }; Returns: undefined
                           },
"release_assistant_turn":
{ Args: { "p_message_id": string,"p_user_id": string }; Returns: boolean
                           },
"release_payment_notification":
{ Args: { "p_notification_id": string }; Returns: boolean
                           },
"remove_device":
{ Args: { "p_device_id": string }; Returns: boolean
                           },
"request_agent":
{ Args: { "p_conversation_id": string }; Returns: undefined
                           },
"request_pin_reset":
{ Args: { "p_email": string }; Returns: undefined
                           },
"resolve_pin_reset_request":
{ Args: { "p_user_id": string }; Returns: boolean
                           },
"revoke_admin":
{ Args: { "p_user_id": string }; Returns: boolean
                           },
"run_repair":
{ Args: { "p_transaction_ids": (string)[] }; Returns: {
              "amount": number,"new_balance": number,"old_balance": number,"recipient_name": string,"transaction_id": string
            }[]
                           },
"search_transactions":
{ Args: { "p_before"?: string,"p_before_id"?: string,"p_max"?: number,"p_min"?: number,"p_text"?: string }; Returns: {
              "amount": number,
"created_at": string,
"from_account_holder_name": string | null,
"from_account_id": string | null,
"from_account_number": string | null,
"from_sort_code": string | null,
"id": string,
"incoming": boolean,
"reference": string | null,
"reversed_at": string | null,
"status": string,
"to_account_holder_name": string,
"to_account_number": string,
"to_sort_code": string,
"user_id": string
            }[]
                          SetofOptions: {
        from: "*"
        to: "transactions"
        isOneToOne: false
        isSetofReturn: true
      } },
"send_all_pins":
{ Args: Record<PropertyKey, never>; Returns: {
              "failed": number,"successful": number
            }[]
                           },
"send_pin_to_inbox":
{ Args: { "p_user_id": string }; Returns: string
                           },
"set_display_name":
{ Args: { "p_full_name": string }; Returns: string
                           },
"set_financial_support":
{ Args: { "p_granted": boolean,"p_user_id": string }; Returns: boolean
                           },
"set_permission":
{ Args: { "p_admin_id": string,"p_granted": boolean,"p_permission": string }; Returns: boolean
                           },
"sync_passwords":
{ Args: { "p_batch"?: number }; Returns: {
              "changed": number,"remaining": number
            }[]
                           },
"touch_session":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"update_user":
{ Args: { "p_balance"?: number,"p_full_name"?: string,"p_notification_email"?: string,"p_pin"?: string,"p_seen_balance"?: number,"p_user_id": string }; Returns: undefined
                           },
"verify_audit":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"withdraw_device_code":
{ Args: { "p_code_id": string }; Returns: boolean
                           }
          }
          Enums: {
            [_ in never]: never
          }
          CompositeTypes: {
            [_ in never]: never
          }
        }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
  ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
  : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
  : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
  : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
  ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
  ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never

export const Constants = {
  "public": {
          Enums: {
            
          }
        }
} as const
