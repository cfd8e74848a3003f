export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "accounts": {
                  Row: {
                    "account_holder_name": string,"account_number": string,"account_type": string,"balance": number,"card_last_four": string,"created_at": string,"held": number,"id": string,"is_closed": boolean,"is_frozen": boolean,"place": number,"sent_on": string | null,"sent_today": number,"sort_code": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "account_holder_name": string,"account_number": string,"account_type"?: string,"balance"?: number,"card_last_four": string,"created_at"?: string,"held"?: number,"id"?: string,"is_closed"?: boolean,"is_frozen"?: boolean,"place"?: number,"sent_on"?: string | null,"sent_today"?: number,"sort_code": string,"user_id": string
                  }
                  Update: {
                    "account_holder_name"?: string,"account_number"?: string,"account_type"?: string,"balance"?: number,"card_last_four"?: string,"created_at"?: string,"held"?: number,"id"?: string,"is_closed"?: boolean,"is_frozen"?: boolean,"place"?: number,"sent_on"?: string | null,"sent_today"?: number,"sort_code"?: string,"user_id"?: string
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
                    "assigned_admin_id": string | null,"conversation_id": string,"created_at": string,"danger": string | null,"id": string,"left_message": boolean,"reason": string,"resolved_at": string | null,"returned_by": string | null,"said_thanks": boolean,"status": string,"turn": number,"user_id": string,"waiting_since": string
                  }
                  ComputedFields: never
                  Insert: {
                    "assigned_admin_id"?: string | null,"conversation_id": string,"created_at"?: string,"danger"?: string | null,"id"?: string,"left_message"?: boolean,"reason"?: string,"resolved_at"?: string | null,"returned_by"?: string | null,"said_thanks"?: boolean,"status"?: string,"turn"?: never,"user_id": string,"waiting_since"?: string
                  }
                  Update: {
                    "assigned_admin_id"?: string | null,"conversation_id"?: string,"created_at"?: string,"danger"?: string | null,"id"?: string,"left_message"?: boolean,"reason"?: string,"resolved_at"?: string | null,"returned_by"?: string | null,"said_thanks"?: boolean,"status"?: string,"turn"?: never,"user_id"?: string,"waiting_since"?: string
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
                },"card_payments": {
                  Row: {
                    "amount": number,"card_id": string,"country": string,"created_at": string,"entry": string,"id": string,"mcc": string,"merchant": string,"merchant_amount": number | null,"merchant_currency": string | null,"place": string | null,"refunded": number,"rounds_up": boolean,"status": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"card_id": string,"country": string,"created_at": string,"entry": string,"id": string,"mcc": string,"merchant": string,"merchant_amount"?: number | null,"merchant_currency"?: string | null,"place"?: never,"refunded"?: number,"rounds_up"?: boolean,"status"?: string,"user_id": string
                  }
                  Update: {
                    "amount"?: number,"card_id"?: string,"country"?: string,"created_at"?: string,"entry"?: string,"id"?: string,"mcc"?: string,"merchant"?: string,"merchant_amount"?: number | null,"merchant_currency"?: string | null,"place"?: never,"refunded"?: number,"rounds_up"?: boolean,"status"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "card_payments_card_id_fkey"
      columns: ["card_id"]
isOneToOne: false
      referencedRelation: "cards"
      referencedColumns: ["id"]
    }
                  ]
                },"cards": {
                  Row: {
                    "abroad": boolean,"account_id": string,"cash": boolean,"contactless": boolean,"daily_limit": number,"expires_on": string,"gambling_from": string | null,"id": string,"issued_at": string,"last_four": string,"online": boolean,"purchase_limit": number,"status": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "abroad"?: boolean,"account_id": string,"cash"?: boolean,"contactless"?: boolean,"daily_limit"?: number,"expires_on": string,"gambling_from"?: string | null,"id"?: string,"issued_at"?: string,"last_four": string,"online"?: boolean,"purchase_limit"?: number,"status"?: string,"user_id": string
                  }
                  Update: {
                    "abroad"?: boolean,"account_id"?: string,"cash"?: boolean,"contactless"?: boolean,"daily_limit"?: number,"expires_on"?: string,"gambling_from"?: string | null,"id"?: string,"issued_at"?: string,"last_four"?: string,"online"?: boolean,"purchase_limit"?: number,"status"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "cards_account_id_fkey"
      columns: ["account_id"]
isOneToOne: false
      referencedRelation: "accounts"
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
                    "conversation_id": string,"created_at": string,"edited_at": string | null,"id": string,"links": Json | null,"message": string,"sender_id": string | null,"sender_name": string | null,"sender_type": string
                  }
                  ComputedFields: never
                  Insert: {
                    "conversation_id": string,"created_at"?: string,"edited_at"?: string | null,"id"?: string,"links"?: Json | null,"message": string,"sender_id"?: string | null,"sender_name"?: string | null,"sender_type": string
                  }
                  Update: {
                    "conversation_id"?: string,"created_at"?: string,"edited_at"?: string | null,"id"?: string,"links"?: Json | null,"message"?: string,"sender_id"?: string | null,"sender_name"?: string | null,"sender_type"?: string
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
                },"external_accounts": {
                  Row: {
                    "balance": number | null,"balance_day": string | null,"created_at": string,"id": string,"in_insights": boolean,"last_day": string | null,"name": string,"transaction_count": number,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "balance"?: number | null,"balance_day"?: string | null,"created_at"?: string,"id": string,"in_insights"?: boolean,"last_day"?: string | null,"name": string,"transaction_count"?: number,"user_id": string
                  }
                  Update: {
                    "balance"?: number | null,"balance_day"?: string | null,"created_at"?: string,"id"?: string,"in_insights"?: boolean,"last_day"?: string | null,"name"?: string,"transaction_count"?: number,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"external_transactions": {
                  Row: {
                    "account_id": string,"amount": number,"day": string,"description": string,"key": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "account_id": string,"amount": number,"day": string,"description": string,"key": string,"user_id": string
                  }
                  Update: {
                    "account_id"?: string,"amount"?: number,"day"?: string,"description"?: string,"key"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "external_transactions_account_id_fkey"
      columns: ["account_id"]
isOneToOne: false
      referencedRelation: "external_accounts"
      referencedColumns: ["id"]
    }
                  ]
                },"outgoing_payments": {
                  Row: {
                    "amount": number,"awaits_owner": boolean,"check_id": string | null,"closed_at": string | null,"created_at": string,"due_on": string | null,"failed_attempts": number,"from_account_id": string,"id": string,"occurrence": number | null,"problem": string | null,"reason": string | null,"reference": string | null,"regular_payment_id": string | null,"request_id": string | null,"send_at": string,"state": string,"to_account_holder_name": string,"to_account_number": string,"to_sort_code": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"awaits_owner"?: boolean,"check_id"?: string | null,"closed_at"?: string | null,"created_at": string,"due_on"?: string | null,"failed_attempts"?: number,"from_account_id": string,"id"?: string,"occurrence"?: number | null,"problem"?: string | null,"reason"?: string | null,"reference"?: string | null,"regular_payment_id"?: string | null,"request_id"?: string | null,"send_at": string,"state": string,"to_account_holder_name": string,"to_account_number": string,"to_sort_code": string,"user_id": string
                  }
                  Update: {
                    "amount"?: number,"awaits_owner"?: boolean,"check_id"?: string | null,"closed_at"?: string | null,"created_at"?: string,"due_on"?: string | null,"failed_attempts"?: number,"from_account_id"?: string,"id"?: string,"occurrence"?: number | null,"problem"?: string | null,"reason"?: string | null,"reference"?: string | null,"regular_payment_id"?: string | null,"request_id"?: string | null,"send_at"?: string,"state"?: string,"to_account_holder_name"?: string,"to_account_number"?: string,"to_sort_code"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "outgoing_payments_from_account_id_fkey"
      columns: ["from_account_id"]
isOneToOne: false
      referencedRelation: "accounts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "outgoing_payments_regular_payment_id_fkey"
      columns: ["regular_payment_id"]
isOneToOne: false
      referencedRelation: "regular_payments"
      referencedColumns: ["id"]
    }
                  ]
                },"profiles": {
                  Row: {
                    "address_changed_at": string | null,"address_line_1": string | null,"address_line_2": string | null,"approve_above": number,"approved": boolean,"closed_at": string | null,"closed_by": string | null,"created_at": string,"daily_limit": number | null,"frozen_at": string | null,"full_name": string | null,"id": string,"next_limit": number | null,"next_limit_from": string | null,"notification_email": string | null,"passkey_removed_at": string | null,"postcode": string | null,"suspended_at": string | null,"town": string | null,"undo_seconds": number,"unfreezes_at": string | null,"change_marks": Json | null,"device_state": string | null,"mailbox_events": (string)[] | null,"passkey_state": string | null,"staff_idle_minutes": number | null,"support_needs": (string)[] | null,"turned_off": (string)[] | null
                  }
                  ComputedFields: "change_marks" | "device_state" | "mailbox_events" | "passkey_state" | "staff_idle_minutes" | "support_needs" | "turned_off"
                  Insert: {
                    "address_changed_at"?: string | null,"address_line_1"?: string | null,"address_line_2"?: string | null,"approve_above"?: number,"approved"?: boolean,"closed_at"?: string | null,"closed_by"?: string | null,"created_at"?: string,"daily_limit"?: number | null,"frozen_at"?: string | null,"full_name"?: string | null,"id": string,"next_limit"?: number | null,"next_limit_from"?: string | null,"notification_email"?: string | null,"passkey_removed_at"?: string | null,"postcode"?: string | null,"suspended_at"?: string | null,"town"?: string | null,"undo_seconds"?: number,"unfreezes_at"?: string | null
                  }
                  Update: {
                    "address_changed_at"?: string | null,"address_line_1"?: string | null,"address_line_2"?: string | null,"approve_above"?: number,"approved"?: boolean,"closed_at"?: string | null,"closed_by"?: string | null,"created_at"?: string,"daily_limit"?: number | null,"frozen_at"?: string | null,"full_name"?: string | null,"id"?: string,"next_limit"?: number | null,"next_limit_from"?: string | null,"notification_email"?: string | null,"passkey_removed_at"?: string | null,"postcode"?: string | null,"suspended_at"?: string | null,"town"?: string | null,"undo_seconds"?: number,"unfreezes_at"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"recipients": {
                  Row: {
                    "account_holder_name": string,"account_number": string,"check_outcome": string | null,"created_at": string,"id": string,"is_favourite": boolean,"last_payment_amount": number | null,"last_payment_date": string | null,"nickname": string | null,"paid_count": number,"paid_name": string | null,"paid_total": number,"sort_code": string,"user_id": string,"warned_total": number
                  }
                  ComputedFields: never
                  Insert: {
                    "account_holder_name": string,"account_number": string,"check_outcome"?: string | null,"created_at"?: string,"id"?: string,"is_favourite"?: boolean,"last_payment_amount"?: number | null,"last_payment_date"?: string | null,"nickname"?: string | null,"paid_count"?: number,"paid_name"?: string | null,"paid_total"?: number,"sort_code": string,"user_id": string,"warned_total"?: number
                  }
                  Update: {
                    "account_holder_name"?: string,"account_number"?: string,"check_outcome"?: string | null,"created_at"?: string,"id"?: string,"is_favourite"?: boolean,"last_payment_amount"?: number | null,"last_payment_date"?: string | null,"nickname"?: string | null,"paid_count"?: number,"paid_name"?: string | null,"paid_total"?: number,"sort_code"?: string,"user_id"?: string,"warned_total"?: number
                  }
                  Relationships: [
                    
                  ]
                },"regular_payments": {
                  Row: {
                    "amount": number,"check_id": string | null,"created_at": string,"ends_on": string | null,"failures": number,"frequency": string,"from_account_id": string,"id": string,"next_occurrence": number,"other_account_id": string | null,"payments_left": number | null,"reason": string | null,"reference": string | null,"starts_on": string,"state": string,"to_account_holder_name": string,"to_account_number": string,"to_sort_code": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"check_id"?: string | null,"created_at"?: string,"ends_on"?: string | null,"failures"?: number,"frequency": string,"from_account_id": string,"id"?: string,"next_occurrence": number,"other_account_id"?: string | null,"payments_left"?: number | null,"reason"?: string | null,"reference"?: string | null,"starts_on": string,"state"?: string,"to_account_holder_name": string,"to_account_number": string,"to_sort_code": string,"user_id": string
                  }
                  Update: {
                    "amount"?: number,"check_id"?: string | null,"created_at"?: string,"ends_on"?: string | null,"failures"?: number,"frequency"?: string,"from_account_id"?: string,"id"?: string,"next_occurrence"?: number,"other_account_id"?: string | null,"payments_left"?: number | null,"reason"?: string | null,"reference"?: string | null,"starts_on"?: string,"state"?: string,"to_account_holder_name"?: string,"to_account_number"?: string,"to_sort_code"?: string,"user_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "regular_payments_from_account_id_fkey"
      columns: ["from_account_id"]
isOneToOne: false
      referencedRelation: "accounts"
      referencedColumns: ["id"]
    }
                  ]
                },"scheduled_payments": {
                  Row: {
                    "amount": number,"created_at": string,"from_name": string,"id": string,"processed": boolean,"reference": string | null,"request_id": string,"scheduled_for": string,"to_account_id": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"created_at"?: string,"from_name": string,"id"?: string,"processed"?: boolean,"reference"?: string | null,"request_id"?: string,"scheduled_for": string,"to_account_id": string,"user_id": string
                  }
                  Update: {
                    "amount"?: number,"created_at"?: string,"from_name"?: string,"id"?: string,"processed"?: boolean,"reference"?: string | null,"request_id"?: string,"scheduled_for"?: string,"to_account_id"?: string,"user_id"?: string
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
                    "amount": number,"created_at": string,"from_account_holder_name": string | null,"from_account_id": string | null,"from_account_number": string | null,"from_sort_code": string | null,"id": string,"incoming": boolean,"mcc": string | null,"movement_id": string,"other_account_id": string | null,"reference": string | null,"reversed_at": string | null,"status": string,"to_account_holder_name": string,"to_account_number": string | null,"to_sort_code": string | null,"user_id": string,"from_hidden_sender": boolean | null
                  }
                  ComputedFields: "from_hidden_sender"
                  Insert: {
                    "amount": number,"created_at"?: string,"from_account_holder_name"?: string | null,"from_account_id"?: string | null,"from_account_number"?: string | null,"from_sort_code"?: string | null,"id"?: string,"incoming"?: boolean,"mcc"?: string | null,"movement_id": string,"other_account_id"?: string | null,"reference"?: string | null,"reversed_at"?: string | null,"status"?: string,"to_account_holder_name": string,"to_account_number"?: string | null,"to_sort_code"?: string | null,"user_id": string
                  }
                  Update: {
                    "amount"?: number,"created_at"?: string,"from_account_holder_name"?: string | null,"from_account_id"?: string | null,"from_account_number"?: string | null,"from_sort_code"?: string | null,"id"?: string,"incoming"?: boolean,"mcc"?: string | null,"movement_id"?: string,"other_account_id"?: string | null,"reference"?: string | null,"reversed_at"?: string | null,"status"?: string,"to_account_holder_name"?: string,"to_account_number"?: string | null,"to_sort_code"?: string | null,"user_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"user_notifications": {
                  Row: {
                    "created_at": string,"expires_at": string | null,"id": string,"message": string,"read": boolean,"title": string,"transaction_id": string | null,"type": string,"user_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"expires_at"?: string | null,"id"?: string,"message": string,"read"?: boolean,"title": string,"transaction_id"?: string | null,"type": string,"user_id": string
                  }
                  Update: {
                    "created_at"?: string,"expires_at"?: string | null,"id"?: string,"message"?: string,"read"?: boolean,"title"?: string,"transaction_id"?: string | null,"type"?: string,"user_id"?: string
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
"acknowledge_audit_alarm":
{ Args: { "p_row_id": number }; Returns: boolean
                           },
"activate_card":
{ Args: { "p_card_id": string }; Returns: undefined
                           },
"add_assistant_message":
{ Args: { "p_conversation_id": string,"p_links"?: Json,"p_message": string,"p_user_id": string }; Returns: string
                           },
"add_case_note":
{ Args: { "p_case_id": string,"p_note": string }; Returns: undefined
                           },
"add_manual_transaction":
{ Args: { "p_amount": string,"p_recipient": string,"p_reference"?: string,"p_request_id"?: string }; Returns: number
                           },
"add_passkey":
{ Args: { "p_challenge": string,"p_counter": number,"p_credential_id": string,"p_public_key": string,"p_session_id": string,"p_transports": (string)[],"p_user_id": string }; Returns: boolean
                           },
"add_user_note":
{ Args: { "p_note": string,"p_user_id": string }; Returns: undefined
                           },
"answer_case":
{ Args: { "p_answer": string,"p_case_id": string }; Returns: undefined
                           },
"answer_contact_request":
{ Args: { "p_accepts": boolean,"p_owner_id": string }; Returns: undefined
                           },
"answer_contact_review":
{ Args: { "p_looks_right": boolean,"p_payment_id": string }; Returns: undefined
                           },
"answer_recall":
{ Args: { "p_returns": boolean,"p_transaction_id": string }; Returns: undefined
                           },
"approve_request":
{ Args: { "p_request_id": string }; Returns: undefined
                           },
"approve_users":
{ Args: { "p_user_ids": (string)[] }; Returns: number
                           },
"ask_bank_again":
{ Args: { "p_id": string }; Returns: undefined
                           },
"ask_case_customer":
{ Args: { "p_case_id": string,"p_question": string,"p_stops_clock"?: boolean }; Returns: undefined
                           },
"ask_to_unfreeze":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"ask_to_withdraw_closing":
{ Args: { "p_case_id": string,"p_reason": string }; Returns: undefined
                           },
"assess_payment":
{ Args: { "p_account_number": string,"p_amount": string,"p_check_id"?: string,"p_frequency"?: string,"p_name": string,"p_payment_count"?: string,"p_sort_code": string }; Returns: {
              "rule": string
            }[]
                           },
"assign_case":
{ Args: { "p_case_id": string,"p_to_id"?: string }; Returns: undefined
                           },
"bank_key":
{ Args: { "p_bank_id": string }; Returns: {
              "is_throttled": boolean,"public_key": Json
            }[]
                           },
"cancel_outgoing_payment":
{ Args: { "p_id": string }; Returns: boolean
                           },
"cancel_waiting_move":
{ Args: { "p_id": string }; Returns: undefined
                           },
"change_marks":
{ Args: { "p_profile": Omit<Database["public"]['Tables']["profiles"]['Row'], Database["public"]['Tables']["profiles"]['ComputedFields']> }; Returns: Json
                           },
"change_my_pin":
{ Args: { "p_new_pin"?: string }; Returns: string
                           },
"change_outgoing_payment":
{ Args: { "p_id": string,"p_payment": Database["public"]['CompositeTypes']["payment_request"],"p_send_on": string }; Returns: string
                           },
"change_regular_payment":
{ Args: { "p_amount": string,"p_ends_on"?: string,"p_id": string,"p_payment_count"?: string }; Returns: string
                           },
"change_savings_account":
{ Args: { "p_colour": string,"p_goal"?: string,"p_goal_on"?: string,"p_id": string,"p_name": string }; Returns: undefined
                           },
"check_payee":
{ Args: { "p_account_number": string,"p_account_type"?: string,"p_check_id": string,"p_name": string,"p_sort_code": string }; Returns: boolean
                           },
"choose_new_pin":
{ Args: { "p_pin": string,"p_request_id": string,"p_token": string }; Returns: boolean
                           },
"choose_notifications":
{ Args: { "p_low_balance"?: string,"p_mail": (string)[],"p_mailbox": (string)[],"p_push": (string)[],"p_shows_amounts": boolean }; Returns: undefined
                           },
"clear_all_notifications":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"close_my_account":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"close_savings_account":
{ Args: { "p_id": string }; Returns: undefined
                           },
"confirm_new_pin":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"count_approval_requests":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"count_conversations":
{ Args: { "p_search"?: string }; Returns: {
              "every_chat": number,"mine": number,"unassigned": number
            }[]
                           },
"count_in_insights":
{ Args: { "p_account_id": string,"p_in_insights": boolean }; Returns: undefined
                           },
"count_overdue_cases":
{ Args: Record<PropertyKey, never>; Returns: number
                           },
"count_refused_message":
{ Args: { "p_bank_id": string,"p_is_signed": boolean }; Returns: undefined
                           },
"count_users":
{ Args: { "p_filter"?: string,"p_search"?: string }; Returns: {
              "approved": number,"pending": number,"pin_requests": number
            }[]
                           },
"create_regular_move":
{ Args: { "p_amount": string,"p_ends_on"?: string,"p_frequency": string,"p_from_id": string,"p_payment_count"?: string,"p_request_id": string,"p_starts_on": string,"p_to_id": string }; Returns: {
              "next_on": string,"regular_payment_id": string
            }[]
                           },
"create_regular_payment":
{ Args: { "p_ends_on"?: string,"p_frequency": string,"p_payment": Database["public"]['CompositeTypes']["payment_request"],"p_payment_count"?: string,"p_request_id": string,"p_starts_on": string }; Returns: {
              "next_on": string,"regular_payment_id": string
            }[]
                           },
"decide_claim":
{ Args: { "p_case_id": string,"p_reason": string,"p_refuses": boolean,"p_standard"?: string }; Returns: boolean
                           },
"decide_complaint":
{ Args: { "p_case_id": string,"p_is_accepted"?: boolean,"p_outcome": string,"p_redress"?: string,"p_response": string }; Returns: boolean
                           },
"decide_messages":
{ Args: { "p_case_id": string,"p_hides": boolean,"p_reason": string }; Returns: undefined
                           },
"decide_payment_review":
{ Args: { "p_case_id": string,"p_reason": string,"p_refuses": boolean }; Returns: boolean
                           },
"decide_received":
{ Args: { "p_acted": boolean,"p_case_id": string,"p_reason": string }; Returns: undefined
                           },
"delete_person":
{ Args: { "p_user_id": string }; Returns: boolean
                           },
"delete_saved_reply":
{ Args: { "p_id": string }; Returns: boolean
                           },
"delete_user_note":
{ Args: { "p_note_id": string }; Returns: boolean
                           },
"device_state":
{ Args: { "p_profile": Omit<Database["public"]['Tables']["profiles"]['Row'], Database["public"]['Tables']["profiles"]['ComputedFields']> }; Returns: string
                           },
"edit_current_account_balance":
{ Args: { "p_new_balance": string }; Returns: number
                           },
"edit_recipient":
{ Args: { "p_id": string,"p_is_favourite": boolean,"p_name": string,"p_nickname": string }; Returns: undefined
                           },
"end_call":
{ Args: { "p_call_id": string }; Returns: undefined
                           },
"end_chat":
{ Args: { "p_conversation_id": string,"p_reason"?: string }; Returns: boolean
                           },
"end_user_sessions":
{ Args: { "p_user_id": string }; Returns: number
                           },
"enter_device_code":
{ Args: { "p_code": string,"p_device_token": string }; Returns: undefined
                           },
"enter_identity_code":
{ Args: { "p_code": string,"p_user_id": string }; Returns: undefined
                           },
"enter_my_pin":
{ Args: { "p_pin": string }; Returns: undefined
                           },
"extend_payment_review":
{ Args: { "p_case_id": string,"p_reason": string,"p_until": string }; Returns: undefined
                           },
"find_id_kinds":
{ Args: { "p_id": string }; Returns: (string)[]
                           },
"find_passkey":
{ Args: { "p_challenge": string,"p_credential_id": string,"p_session_id"?: string,"p_user_id"?: string }; Returns: string
                           },
"find_payday":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"find_repairs":
{ Args: { "p_before"?: string,"p_before_id"?: string,"p_run_id"?: string }; Returns: Json
                           },
"finish_repair_run":
{ Args: { "p_outcome": string,"p_problem"?: string,"p_run_id": string }; Returns: undefined
                           },
"follow_transactions":
{ Args: { "p_from"?: string,"p_ids"?: (string)[],"p_max"?: number,"p_min"?: number,"p_search"?: string,"p_since"?: string,"p_status"?: string,"p_until"?: string }; Returns: Json
                           },
"forget_push_subscription":
{ Args: { "p_push_event_id": string }; Returns: undefined
                           },
"freeze_as_contact":
{ Args: { "p_owner_id": string }; Returns: undefined
                           },
"freeze_by_link":
{ Args: { "p_token": string }; Returns: boolean
                           },
"freeze_my_account":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"freeze_user_card":
{ Args: { "p_card_id": string,"p_reason": string,"p_user_id": string }; Returns: boolean
                           },
"from_hidden_sender":
{ Args: { "p_transaction": Omit<Database["public"]['Tables']["transactions"]['Row'], Database["public"]['Tables']["transactions"]['ComputedFields']> }; Returns: boolean
                           },
"get_agent_hours":
{ Args: Record<PropertyKey, never>; Returns: {
              "is_open": boolean,"opens_at": string,"wait_minutes": number
            }[]
                           },
"get_audit_alarm":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_audit_hashes":
{ Args: { "p_places": (number)[] }; Returns: Json
                           },
"get_balance_after":
{ Args: { "p_transaction_id": string }; Returns: number
                           },
"get_bank_contact":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_bank_messages":
{ Args: { "p_id": string }; Returns: {
              "answer": string,"answered_at": string,"attempts": number,"created_at": string,"id": string,"is_outgoing": boolean,"next_attempt_at": string,"reason": string,"type": string
            }[]
                           },
"get_bank_payment":
{ Args: { "p_transaction_id": string }; Returns: {
              "bank_name": string,"decided_at": string,"is_outgoing": boolean,"reason": string,"recall": string,"recall_words": string,"state": string
            }[]
                           },
"get_case":
{ Args: { "p_case_id": string }; Returns: Json
                           },
"get_chat_customer":
{ Args: { "p_conversation_id": string }; Returns: Json
                           },
"get_chat_money":
{ Args: { "p_conversation_id": string }; Returns: Json
                           },
"get_chat_suspension":
{ Args: { "p_conversation_id": string }; Returns: Json
                           },
"get_claim":
{ Args: { "p_transaction_id": string }; Returns: Json
                           },
"get_closed_account":
{ Args: { "p_user_id": string }; Returns: Json
                           },
"get_closed_statement":
{ Args: { "p_account_id"?: string,"p_from": string,"p_until": string,"p_user_id": string }; Returns: Json
                           },
"get_covered_text":
{ Args: { "p_transaction_id": string }; Returns: Json
                           },
"get_current_account":
{ Args: Record<PropertyKey, never>; Returns: {
              "account_holder_name": string,"account_number": string,"balance": number,"card_last_four": string,"has_savings": boolean,"id": string,"pending": number,"sort_code": string
            }[]
                           },
"get_customer_contact":
{ Args: { "p_user_id": string }; Returns: Json
                           },
"get_email_by_pin":
{ Args: { "p_device_token"?: string,"p_email"?: string,"user_pin": string }; Returns: Json
                           },
"get_insights":
{ Args: Record<PropertyKey, never>; Returns: {
              "average_spent": number,"month": string,"received": number,"spent": number
            }[]
                           },
"get_interest":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_interest_certificate":
{ Args: { "p_tax_year": number }; Returns: Json
                           },
"get_my_card_secret":
{ Args: { "p_secret": string }; Returns: string
                           },
"get_my_case":
{ Args: { "p_case_id": string }; Returns: Json
                           },
"get_my_data":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_my_new_pin":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"get_my_suspension":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_notification_choices":
{ Args: Record<PropertyKey, never>; Returns: {
              "low_balance": number,"mail": (string)[],"mailbox": (string)[],"push": (string)[],"push_key": string,"shows_amounts": boolean
            }[]
                           },
"get_payee_check":
{ Args: { "p_check_id": string }; Returns: {
              "holder_name": string,"outcome": string
            }[]
                           },
"get_payment_limit":
{ Args: Record<PropertyKey, never>; Returns: {
              "daily_limit": number,"left_today": number,"next_limit": number,"next_limit_from": string,"sent_today": number
            }[]
                           },
"get_payment_rules":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_queue_position":
{ Args: { "p_conversation_id": string }; Returns: number
                           },
"get_spending_by_category":
{ Args: Record<PropertyKey, never>; Returns: {
              "category": string,"has_external": boolean,"spent": number,"spent_before": number
            }[]
                           },
"get_spending_by_payee":
{ Args: Record<PropertyKey, never>; Returns: {
              "has_external": boolean,"payee": string,"spent": number,"spent_before": number
            }[]
                           },
"get_staff_overview":
{ Args: { "p_days"?: number }; Returns: Json
                           },
"get_statement":
{ Args: { "p_account_id"?: string,"p_from": string,"p_until": string }; Returns: Json
                           },
"get_statement_months":
{ Args: { "p_account_id"?: string }; Returns: {
              "month": string,"transaction_count": number
            }[]
                           },
"get_support_effects":
{ Args: { "p_user_id": string }; Returns: Json
                           },
"get_suspended_chat":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_suspension_choices":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_transaction_details":
{ Args: { "p_transaction_id": string }; Returns: Json
                           },
"get_transcript":
{ Args: { "p_transcript_id": string }; Returns: Json
                           },
"get_trusted_contacts":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"get_user_data":
{ Args: { "p_user_id": string }; Returns: Json
                           },
"get_user_page":
{ Args: { "p_user_id": string }; Returns: Json
                           },
"get_user_pin":
{ Args: { "p_user_id": string }; Returns: string
                           },
"get_waiting_chats":
{ Args: Record<PropertyKey, never>; Returns: {
              "late_wait_minutes": number,"long_wait_minutes": number,"waiting": number
            }[]
                           },
"give_random_pin":
{ Args: { "p_user_id": string }; Returns: string
                           },
"has_new_pin":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"help_in_danger":
{ Args: { "p_conversation_id": string,"p_danger": string,"p_links": Json,"p_message": string,"p_user_id": string }; Returns: Json
                           },
"hide_sender":
{ Args: { "p_transaction_id": string }; Returns: boolean
                           },
"hold_leaving_payments":
{ Args: { "p_case_id": string,"p_reason": string }; Returns: number
                           },
"import_external_transactions":
{ Args: { "p_account_id": string,"p_balance"?: string,"p_balance_day"?: string,"p_name": string,"p_transactions": Json }; Returns: number
                           },
"issue_device_code":
{ Args: { "p_adds_passkey"?: boolean,"p_device_token"?: string,"p_session_id": string,"p_user_id": string }; Returns: {
              "code": string,"code_id": string,"email": string,"full_name": string,"purpose": string
            }[]
                           },
"keep_payment":
{ Args: { "p_id": string }; Returns: undefined
                           },
"keep_support_needs":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"limit_requests":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"list_account_looks":
{ Args: { "p_after"?: number,"p_limit"?: number }; Returns: {
              "actor_hash": string,"content": string,"hash": string,"id": number,"previous_hash": string
            }[]
                           },
"list_agent_figures":
{ Args: { "p_by_day"?: boolean,"p_days"?: number }; Returns: {
              "agent_id": string,"agent_name": string,"answered": number,"day": string,"handling_seconds": number,"wait_seconds": number
            }[]
                           },
"list_all_transactions":
{ Args: { "p_after"?: string,"p_after_id"?: string,"p_from"?: string,"p_limit"?: number,"p_max"?: number,"p_min"?: number,"p_search"?: string,"p_status"?: string,"p_until"?: string }; Returns: Json
                           },
"list_approval_requests":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_waiting"?: boolean }; Returns: {
              "account_number": string,"amount_after": number,"amount_before": number,"asked_by": string,"asked_by_name": string,"can_decide": boolean,"case_kind": string,"created_at": string,"decided_at": string,"decided_by_name": string,"decision": string,"decision_reason": string,"id": string,"kind": string,"payee": Json,"problem": string,"reason": string,"state": string,"transaction_id": string,"user_email": string,"user_id": string,"user_name": string
            }[]
                           },
"list_audit":
{ Args: { "p_action"?: string,"p_actor"?: string,"p_after"?: number,"p_from"?: string,"p_limit"?: number,"p_row"?: number,"p_search"?: string,"p_target"?: string,"p_to"?: string,"p_without_looks"?: boolean,"p_words"?: (string)[] }; Returns: {
              "action": string,"actor_id": string,"actor_name": string,"created_at": string,"details": Json,"hash": string,"id": number,"person_id": string,"person_name": string,"subject_id": string,"subject_kind": string,"subject_name": string
            }[]
                           },
"list_bank_payments":
{ Args: { "p_bank_id"?: string,"p_before_id"?: string,"p_filter"?: string,"p_limit"?: number }; Returns: {
              "amount": number,"bank_id": string,"bank_name": string,"created_at": string,"decided_at": string,"id": string,"is_outgoing": boolean,"problem": string,"reason": string,"recall": string,"recall_reason": string,"recalled_at": string,"state": string,"waiting_since": string
            }[]
                           },
"list_card_payments":
{ Args: Record<PropertyKey, never>; Returns: {
              "amount": number,"category": string,"created_at": string,"id": string,"merchant": string,"place": string,"refunded": number,"status": string
            }[]
                           },
"list_case_agents":
{ Args: { "p_case_id": string }; Returns: {
              "full_name": string,"id": string
            }[]
                           },
"list_case_news":
{ Args: Record<PropertyKey, never>; Returns: {
              "id": string,"kind": string,"news": string
            }[]
                           },
"list_cases":
{ Args: { "p_after"?: string,"p_after_id"?: string,"p_after_turn"?: number,"p_is_mine"?: boolean,"p_kind"?: string,"p_limit"?: number,"p_state"?: string }; Returns: Database["public"]['CompositeTypes']["listed_case"][]
                          SetofOptions: {
        from: "*"
        to: "listed_case"
        isOneToOne: false
        isSetofReturn: true
      } },
"list_chat_agents":
{ Args: Record<PropertyKey, never>; Returns: {
              "chats": number,"full_name": string,"id": string,"is_present": boolean
            }[]
                           },
"list_chat_tags":
{ Args: { "p_conversation_id": string }; Returns: {
              "is_set": boolean,"tag": string
            }[]
                           },
"list_connected_banks":
{ Args: Record<PropertyKey, never>; Returns: {
              "address": string,"bank_id": string,"name": string,"public_key": Json
            }[]
                           },
"list_conversations":
{ Args: { "p_before"?: string,"p_before_id"?: string,"p_conversation_id"?: string,"p_search"?: string,"p_tab"?: string }; Returns: {
              "agent_name": string,"assigned_admin_id": string,"assigned_admin_name": string,"customer_name": string,"id": string,"last_message": string,"last_message_at": string,"last_sender_type": string,"status": string,"unanswered_since": string,"unread_count": number,"updated_at": string,"waiting_since": string
            }[]
                           },
"list_devices":
{ Args: Record<PropertyKey, never>; Returns: {
              "created_at": string,"id": string,"is_current": boolean,"last_used_at": string,"name": string
            }[]
                           },
"list_figures_by_day":
{ Args: { "p_days"?: number }; Returns: {
              "day": string,"figures": Json
            }[]
                           },
"list_held_payments":
{ Args: Record<PropertyKey, never>; Returns: {
              "case_id": string,"id": string,"seconds_left": number
            }[]
                           },
"list_hidden_senders":
{ Args: Record<PropertyKey, never>; Returns: {
              "account_number": string,"sender_name": string,"sort_code": string
            }[]
                           },
"list_interest_rates":
{ Args: Record<PropertyKey, never>; Returns: {
              "aer": number,"decided_at": string,"rate": number,"starts_on": string
            }[]
                           },
"list_jobs":
{ Args: Record<PropertyKey, never>; Returns: {
              "failed_run": number,"failures": number,"is_failing": boolean,"is_late": boolean,"is_off": boolean,"last_run_at": string,"last_success_at": string,"name": string,"problem": string,"schedule": string
            }[]
                           },
"list_my_accounts":
{ Args: Record<PropertyKey, never>; Returns: {
              "account_holder_name": string,"account_number": string,"account_type": string,"balance": number,"closed_at": string,"colour": string,"goal": number,"goal_on": string,"id": string,"name": string,"next_wait_from": string,"next_wait_hours": number,"opened_at": string,"pending": number,"sort_code": string,"takes_round_ups": boolean,"wait_hours": number
            }[]
                           },
"list_my_cases":
{ Args: Record<PropertyKey, never>; Returns: {
              "amount": number,"decided_at": string,"decision": string,"due_on": string,"has_question": boolean,"id": string,"kind": string,"opened_at": string,"subject": string
            }[]
                           },
"list_my_letters":
{ Args: Record<PropertyKey, never>; Returns: {
              "created_at": string,"id": string,"letter": Json
            }[]
                           },
"list_my_support_needs":
{ Args: Record<PropertyKey, never>; Returns: {
              "ends_at": string,"is_asked": boolean,"need": string,"own_words": string
            }[]
                           },
"list_passkeys":
{ Args: Record<PropertyKey, never>; Returns: {
              "created_at": string,"credential_id": string,"id": string,"last_used_at": string,"name": string
            }[]
                           },
"list_payments_to_come":
{ Args: { "p_from"?: string,"p_max"?: number,"p_min"?: number,"p_search"?: string,"p_status"?: string,"p_until"?: string }; Returns: Json
                           },
"list_pending_agent_requests":
{ Args: { "p_after"?: string,"p_after_id"?: string,"p_after_turn"?: number }; Returns: {
              "conversation_id": string,"customer_name": string,"danger": string,"last_message": string,"last_sender_type": string,"left_message": boolean,"reason": string,"request_id": string,"returned_by_name": string,"turn": number,"unread_count": number,"waiting_since": string
            }[]
                           },
"list_people_by_role":
{ Args: { "p_list_id": string }; Returns: {
              "approved": boolean,"created_at": string,"full_name": string,"id": string,"is_admin": boolean,"permissions": (string)[],"sign_in_email": string
            }[]
                           },
"list_pin_reset_requests":
{ Args: { "p_list_id": string }; Returns: {
              "approved": boolean,"full_name": string,"requested_at": string,"sign_in_email": string,"user_id": string
            }[]
                           },
"list_push_devices":
{ Args: { "p_device_token": string }; Returns: {
              "created_at": string,"id": string,"is_current": boolean,"name": string
            }[]
                           },
"list_repair_runs":
{ Args: { "p_before"?: string,"p_before_id"?: string,"p_limit"?: number }; Returns: {
              "found": number,"found_total": number,"id": string,"is_repair": boolean,"outcome": string,"problem": string,"repaired": number,"repaired_total": number,"started_at": string,"started_by_name": string
            }[]
                           },
"list_saved_replies":
{ Args: { "p_kind"?: string }; Returns: {
              "id": string,"reply": string,"shortcut": string
            }[]
                           },
"list_shown_errors":
{ Args: { "p_reference"?: string }; Returns: {
              "kind": string,"reference": string,"screen": string,"shown_at": string
            }[]
                           },
"list_transcripts":
{ Args: { "p_after"?: string,"p_limit"?: number,"p_search"?: string,"p_user_id"?: string }; Returns: {
              "agents": (string)[],"closing_reason": string,"customer_name": string,"ended_as": string,"ended_at": string,"has_text": boolean,"id": string,"started_at": string,"tags": (string)[],"user_id": string
            }[]
                           },
"list_upcoming_payments":
{ Args: { "p_days"?: number }; Returns: {
              "amount": number,"awaits_owner": boolean,"frequency": string,"other_account_id": string,"outgoing_payment_id": string,"reference": string,"regular_payment_id": string,"review_until": string,"send_on": string,"to_account_number": string,"to_name": string,"to_sort_code": string
            }[]
                           },
"list_users":
{ Args: { "p_list_id": string }; Returns: {
              "account_number": string,"approved": boolean,"balance": number,"can_delete": boolean,"closed_at": string,"created_at": string,"financial_support": boolean,"full_name": string,"has_pin": boolean,"id": string,"is_admin": boolean,"is_staff": boolean,"notification_email": string,"pin_requested_at": string,"pin_visible": boolean,"sign_in_email": string,"suspended_at": string
            }[]
                           },
"list_waiting_moves":
{ Args: { "p_account_id": string }; Returns: {
              "amount": number,"created_at": string,"due_at": string,"id": string,"to_account_id": string
            }[]
                           },
"mailbox_events":
{ Args: { "p_profile": Omit<Database["public"]['Tables']["profiles"]['Row'], Database["public"]['Tables']["profiles"]['ComputedFields']> }; Returns: (string)[]
                           },
"make_admin":
{ Args: { "p_user_id": string }; Returns: boolean
                           },
"make_identity_code":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"make_payment":
{ Args: { "p_payment": Database["public"]['CompositeTypes']["payment_request"],"p_request_id": string }; Returns: Database["public"]['CompositeTypes']["payment_answer"][]
                          SetofOptions: {
        from: "*"
        to: "payment_answer"
        isOneToOne: false
        isSetofReturn: true
      } },
"make_super_admin":
{ Args: { "p_user_id": string }; Returns: boolean
                           },
"mark_chat_complaint":
{ Args: { "p_conversation_id": string,"p_topic": string,"p_words": string }; Returns: string
                           },
"mark_chat_read":
{ Args: { "p_conversation_id": string,"p_until"?: string }; Returns: undefined
                           },
"mark_due_mail_sent":
{ Args: { "p_about_id": string }; Returns: undefined
                           },
"mark_health_report_sent":
{ Args: { "p_ids": (string)[] }; Returns: undefined
                           },
"move_own_money":
{ Args: { "p_amount": string,"p_from_id": string,"p_request_id": string,"p_to_id": string }; Returns: {
              "amount": number,"created_at": string,"from_balance": number,"movement_id": string,"to_balance": number,"waits_until": string
            }[]
                           },
"name_trusted_contact":
{ Args: { "p_account_number": string,"p_sort_code": string,"p_threshold": string }; Returns: undefined
                           },
"open_complaint":
{ Args: { "p_said": string,"p_topic": string,"p_transaction_id"?: string,"p_wish"?: string }; Returns: string
                           },
"open_current_account":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"open_savings_account":
{ Args: { "p_colour": string,"p_goal"?: string,"p_goal_on"?: string,"p_name": string,"p_request_id"?: string }; Returns: string
                           },
"passkey_state":
{ Args: { "p_profile": Omit<Database["public"]['Tables']["profiles"]['Row'], Database["public"]['Tables']["profiles"]['ComputedFields']> }; Returns: string
                           },
"pay_and_repeat":
{ Args: { "p_ends_on"?: string,"p_frequency": string,"p_payment": Database["public"]['CompositeTypes']["payment_request"],"p_payment_count"?: string,"p_request_id": string }; Returns: {
              "amount": number,"balance": number,"created_at": string,"internal": boolean,"next_on": string,"send_at": string,"state": Database["public"]['Enums']["payment_state"],"transaction_id": string
            }[]
                           },
"post_statement_entry":
{ Args: { "p_bank_id": string,"p_entry": Json }; Returns: {
              "reason": string,"result": string
            }[]
                           },
"preview_closing":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"preview_deletion":
{ Args: { "p_user_id": string }; Returns: {
              "balance": number,"has_open_chat": boolean,"held": number,"needs_approval": boolean,"regular_payments": number,"scheduled_payments": number
            }[]
                           },
"preview_messages":
{ Args: { "p_action": string,"p_arguments": Json }; Returns: Json
                           },
"preview_regular_payment":
{ Args: { "p_ends_on"?: string,"p_frequency": string,"p_payment_count"?: string,"p_starts_on": string }; Returns: {
              "send_on": string
            }[]
                           },
"protect_savings":
{ Args: { "p_hours": number,"p_id": string }; Returns: undefined
                           },
"recall_payment":
{ Args: { "p_reason": string,"p_transaction_id": string }; Returns: undefined
                           },
"receive_bank_message":
{ Args: { "p_bank_id": string,"p_message": Json,"p_signature"?: string }; Returns: Json
                           },
"receive_card_message":
{ Args: { "p_message": Json,"p_signature": string }; Returns: string
                           },
"recognise_device":
{ Args: { "p_device_token": string }; Returns: {
              "code_expires_at": string,"state": string,"tries_left": number
            }[]
                           },
"record_audit_export":
{ Args: { "p_action"?: string,"p_actor"?: string,"p_from"?: string,"p_search"?: string,"p_target"?: string,"p_to"?: string,"p_without_looks"?: boolean }; Returns: undefined
                           },
"record_bank_answer":
{ Args: { "p_answer": Json,"p_bank_id": string,"p_message_id": string }; Returns: undefined
                           },
"record_bank_check":
{ Args: { "p_check_id": string,"p_name": string,"p_outcome": string }; Returns: undefined
                           },
"record_card_reveal":
{ Args: { "p_secret": string,"p_security_pin"?: string }; Returns: boolean
                           },
"record_case_search":
{ Args: { "p_search": string }; Returns: undefined
                           },
"record_case_view":
{ Args: { "p_case_id": string }; Returns: undefined
                           },
"record_chat_money_view":
{ Args: { "p_conversation_id": string }; Returns: undefined
                           },
"record_chat_suspension_view":
{ Args: { "p_conversation_id": string }; Returns: undefined
                           },
"record_chat_view":
{ Args: { "p_conversation_id": string }; Returns: undefined
                           },
"record_export":
{ Args: { "p_from"?: string,"p_max"?: number,"p_min"?: number,"p_search"?: string,"p_status"?: string,"p_until"?: string }; Returns: undefined
                           },
"record_list_view":
{ Args: { "p_list": string }; Returns: undefined
                           },
"record_my_data_copy":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"record_new_pin_view":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"record_pin_request_list":
{ Args: { "p_list_id": string }; Returns: undefined
                           },
"record_pin_view":
{ Args: { "p_is_copied"?: boolean,"p_user_id": string }; Returns: undefined
                           },
"record_recovery":
{ Args: { "p_case_id": string,"p_is_all": boolean,"p_owed": string,"p_reason": string,"p_received": string }; Returns: boolean
                           },
"record_role_list":
{ Args: { "p_before_created_at"?: string,"p_before_id"?: string,"p_group": string,"p_limit"?: number,"p_list_id": string,"p_search"?: string }; Returns: undefined
                           },
"record_support_view":
{ Args: { "p_user_id": string }; Returns: boolean
                           },
"record_transaction_search":
{ Args: { "p_from"?: string,"p_max"?: number,"p_min"?: number,"p_search"?: string,"p_status"?: string,"p_until"?: string }; Returns: undefined
                           },
"record_transaction_view":
{ Args: { "p_reason"?: string,"p_transaction_id": string }; Returns: undefined
                           },
"record_transcript_search":
{ Args: { "p_search"?: string,"p_user_id"?: string }; Returns: undefined
                           },
"record_transcript_view":
{ Args: { "p_transcript_id": string }; Returns: undefined
                           },
"record_user_data_copy":
{ Args: { "p_user_id": string }; Returns: undefined
                           },
"record_user_list":
{ Args: { "p_after"?: string,"p_approved": boolean,"p_filter"?: string,"p_limit"?: number,"p_list_id": string,"p_search"?: string,"p_sort"?: string }; Returns: undefined
                           },
"record_user_view":
{ Args: { "p_reason"?: string,"p_user_id": string }; Returns: undefined
                           },
"refuse_passkey":
{ Args: { "p_challenge": string }; Returns: undefined
                           },
"refuse_request":
{ Args: { "p_reason": string,"p_request_id": string }; Returns: undefined
                           },
"reject_users":
{ Args: { "p_reason": string,"p_user_ids": (string)[] }; Returns: number
                           },
"release_assistant_turn":
{ Args: { "p_message_id": string,"p_user_id": string }; Returns: boolean
                           },
"release_chat":
{ Args: { "p_conversation_id": string }; Returns: undefined
                           },
"remove_device":
{ Args: { "p_device_id": string }; Returns: boolean
                           },
"remove_passkey":
{ Args: { "p_by_passkey"?: boolean,"p_id": string }; Returns: boolean
                           },
"remove_push_device":
{ Args: { "p_id": string }; Returns: boolean
                           },
"remove_trusted_contact":
{ Args: { "p_keeps"?: boolean,"p_owner_id": string }; Returns: undefined
                           },
"remove_user_device":
{ Args: { "p_device_id": string,"p_reason": string,"p_user_id": string }; Returns: boolean
                           },
"reopen_complaint":
{ Args: { "p_case_id": string,"p_said": string }; Returns: undefined
                           },
"replace_card":
{ Args: { "p_card_id": string,"p_reason": string }; Returns: undefined
                           },
"report_call":
{ Args: { "p_call_id": string }; Returns: undefined
                           },
"report_known_address":
{ Args: { "p_email": string }; Returns: undefined
                           },
"report_message":
{ Args: { "p_transaction_id": string }; Returns: string
                           },
"report_scam":
{ Args: { "p_transaction_id": string }; Returns: undefined
                           },
"report_shown_error":
{ Args: { "p_kind": string,"p_reference": string,"p_screen": string }; Returns: undefined
                           },
"request_agent":
{ Args: { "p_conversation_id": string }; Returns: string
                           },
"request_approval":
{ Args: { "p_account_id"?: string,"p_balance"?: string,"p_kind": string,"p_reason": string,"p_seen_balance"?: string,"p_user_id": string }; Returns: undefined
                           },
"request_interest_rate":
{ Args: { "p_rate": string,"p_reason": string,"p_starts_on": string }; Returns: undefined
                           },
"request_new_address":
{ Args: { "p_email": string,"p_reason": string,"p_user_id": string }; Returns: undefined
                           },
"request_passkey_removal":
{ Args: { "p_passkey_id": string,"p_reason": string,"p_user_id": string }; Returns: undefined
                           },
"request_payment_rules":
{ Args: { "p_reason": string,"p_trial_id": string }; Returns: undefined
                           },
"request_payout":
{ Args: { "p_account_number": string,"p_check_id": string,"p_name": string,"p_reason": string,"p_sort_code": string,"p_user_id": string }; Returns: undefined
                           },
"request_pin_reset":
{ Args: { "p_email": string }; Returns: undefined
                           },
"request_return":
{ Args: { "p_id": string,"p_reason": string }; Returns: undefined
                           },
"resolve_pin_reset_request":
{ Args: { "p_user_id": string }; Returns: boolean
                           },
"restore_user":
{ Args: { "p_user_id": string }; Returns: boolean
                           },
"restore_with_pin":
{ Args: { "p_pin": string }; Returns: undefined
                           },
"reverse_payment":
{ Args: { "p_reason": string,"p_transaction_id": string }; Returns: boolean
                           },
"revoke_admin":
{ Args: { "p_user_id": string }; Returns: boolean
                           },
"run_repair":
{ Args: { "p_run_id"?: string,"p_transaction_ids": (string)[] }; Returns: {
              "amount": number,"new_balance": number,"old_balance": number,"recipient_name": string,"transaction_id": string
            }[]
                           },
"save_claim":
{ Args: { "p_kind": string,"p_reached"?: string,"p_said"?: string,"p_transaction_id": string,"p_who"?: string }; Returns: undefined
                           },
"save_push_subscription":
{ Args: { "p_device_token": string,"p_server_key": string,"p_subscription": Json }; Returns: undefined
                           },
"save_reply":
{ Args: { "p_id": string,"p_kind"?: string,"p_reply"?: string,"p_shortcut"?: string }; Returns: undefined
                           },
"schedule_outgoing_payment":
{ Args: { "p_payment": Database["public"]['CompositeTypes']["payment_request"],"p_request_id": string,"p_send_on": string }; Returns: {
              "outgoing_payment_id": string,"send_on": string
            }[]
                           },
"schedule_payment":
{ Args: { "p_amount": string,"p_from_name": string,"p_reference"?: string,"p_request_id"?: string,"p_scheduled_for": string }; Returns: string
                           },
"search_cases":
{ Args: { "p_search": string }; Returns: Database["public"]['CompositeTypes']["listed_case"][]
                          SetofOptions: {
        from: "*"
        to: "listed_case"
        isOneToOne: false
        isSetofReturn: true
      } },
"search_transactions":
{ Args: { "p_account_id"?: string,"p_before"?: string,"p_before_id"?: string,"p_category"?: string,"p_counted"?: boolean,"p_from"?: string,"p_incoming"?: boolean,"p_max"?: number,"p_min"?: number,"p_payee"?: string,"p_pending"?: boolean,"p_text"?: string,"p_until"?: string }; Returns: {
              "amount": number,"category": string,"created_at": string,"from_account_holder_name": string,"from_account_number": string,"from_sort_code": string,"id": string,"incoming": boolean,"other_account_id": string,"reference": string,"reversed_at": string,"status": string,"to_account_holder_name": string,"to_account_number": string,"to_sort_code": string
            }[]
                           },
"send_all_pins":
{ Args: { "p_after"?: string }; Returns: {
              "failed": number,"failed_names": (string)[],"sent_until": string,"successful": number
            }[]
                           },
"send_claim":
{ Args: { "p_transaction_id": string }; Returns: string
                           },
"send_held_payment":
{ Args: { "p_id": string }; Returns: Database["public"]['Enums']["payment_state"]
                           },
"send_holding_response":
{ Args: { "p_case_id": string,"p_reason": string }; Returns: undefined
                           },
"send_pin_to_inbox":
{ Args: { "p_user_id": string }; Returns: string
                           },
"send_suspension_update":
{ Args: { "p_case_id": string,"p_message": string,"p_next_update"?: string }; Returns: undefined
                           },
"set_card_controls":
{ Args: { "p_abroad"?: boolean,"p_card_id": string,"p_cash"?: boolean,"p_contactless"?: boolean,"p_daily_limit"?: string,"p_gambling"?: boolean,"p_online"?: boolean,"p_purchase_limit"?: string }; Returns: undefined
                           },
"set_card_frozen":
{ Args: { "p_card_id": string,"p_frozen": boolean }; Returns: undefined
                           },
"set_category":
{ Args: { "p_always"?: boolean,"p_category": string,"p_transaction_id": string }; Returns: undefined
                           },
"set_chat_tag":
{ Args: { "p_conversation_id": string,"p_is_set": boolean,"p_tag": string }; Returns: undefined
                           },
"set_contact_threshold":
{ Args: { "p_threshold": string }; Returns: undefined
                           },
"set_display_name":
{ Args: { "p_full_name": string }; Returns: string
                           },
"set_financial_support":
{ Args: { "p_granted": boolean,"p_user_id": string }; Returns: boolean
                           },
"set_passkey_amount":
{ Args: { "p_amount": string }; Returns: undefined
                           },
"set_payment_limit":
{ Args: { "p_limit": string }; Returns: undefined
                           },
"set_permission":
{ Args: { "p_admin_id": string,"p_granted": boolean,"p_permission": string }; Returns: boolean
                           },
"set_regular_payment_state":
{ Args: { "p_id": string,"p_state": string }; Returns: string
                           },
"set_round_ups":
{ Args: { "p_to_account_id"?: string }; Returns: undefined
                           },
"set_support_need":
{ Args: { "p_is_on": boolean,"p_need": string,"p_own_words"?: string }; Returns: undefined
                           },
"set_undo_window":
{ Args: { "p_seconds": string }; Returns: number
                           },
"show_sender":
{ Args: { "p_account_number": string,"p_sort_code": string }; Returns: boolean
                           },
"split_bank_message":
{ Args: { "p_bank_id": string,"p_message_id": string }; Returns: undefined
                           },
"staff_idle_minutes":
{ Args: { "p_profile": Omit<Database["public"]['Tables']["profiles"]['Row'], Database["public"]['Tables']["profiles"]['ComputedFields']> }; Returns: number
                           },
"start_adding_passkey":
{ Args: Record<PropertyKey, never>; Returns: {
              "challenge": string,"display_name": string,"known_credentials": (string)[],"user_handle": string,"user_name": string
            }[]
                           },
"start_call":
{ Args: { "p_user_id": string }; Returns: undefined
                           },
"start_passkey_approval":
{ Args: { "p_subject": string }; Returns: {
              "challenge": string,"credentials": Json
            }[]
                           },
"start_passkey_sign_in":
{ Args: Record<PropertyKey, never>; Returns: string
                           },
"start_payment_review":
{ Args: { "p_reason": string,"p_told": string,"p_transaction_id": string }; Returns: string
                           },
"stop_push":
{ Args: { "p_device_token": string }; Returns: undefined
                           },
"support_needs":
{ Args: { "p_profile": Omit<Database["public"]['Tables']["profiles"]['Row'], Database["public"]['Tables']["profiles"]['ComputedFields']> }; Returns: (string)[]
                           },
"suspend_user":
{ Args: { "p_cause"?: string,"p_message"?: string,"p_next_update"?: string,"p_user_id": string }; Returns: boolean
                           },
"sync_passwords":
{ Args: { "p_batch"?: number }; Returns: {
              "changed": number,"remaining": number
            }[]
                           },
"take_assistant_turn":
{ Args: { "p_conversation_id": string,"p_user_id": string }; Returns: string
                           },
"take_bank_check":
{ Args: { "p_account_number": string,"p_account_type": string,"p_check_id": string,"p_name": string,"p_sort_code": string,"p_user_id": string }; Returns: {
              "address": string,"bank_id": string,"message": Json,"public_key": Json
            }[]
                           },
"take_bank_messages":
{ Args: Record<PropertyKey, never>; Returns: {
              "address": string,"bank_id": string,"message": Json,"message_id": string,"public_key": Json
            }[]
                           },
"take_due_mails":
{ Args: Record<PropertyKey, never>; Returns: {
              "about_id": string,"account_number": string,"amount": number,"counterparty_name": string,"created_at": string,"freeze_token": string,"kind": string,"message": string,"notification_type": string,"pin_token": string,"read_in": string,"recipient_email": string,"recipient_name": string,"reference": string,"sort_code": string,"title": string
            }[]
                           },
"take_due_pushes":
{ Args: { "p_public_key"?: string }; Returns: {
              "about_id": string,"amount": number,"auth": string,"created_at": string,"endpoint": string,"event": string,"p256dh": string,"push_event_id": string,"title": string,"topic": string
            }[]
                           },
"take_health_report":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"take_over_chat":
{ Args: { "p_conversation_id": string,"p_from": string }; Returns: undefined
                           },
"take_payment_notifications":
{ Args: { "p_notification_type": string,"p_request_id": string,"p_user_id": string }; Returns: {
              "about_id": string,"account_number": string,"amount": number,"counterparty_name": string,"created_at": string,"recipient_email": string,"recipient_name": string,"reference": string,"sort_code": string
            }[]
                           },
"total_bank_payments":
{ Args: Record<PropertyKey, never>; Returns: {
              "bank_id": string,"bank_name": string,"is_on": boolean,"is_throttled": boolean,"ledger_total": number,"problems": number,"recalls": number,"refused": number,"unsigned": number,"waiting": number,"waiting_since": string,"waiting_total": number
            }[]
                           },
"total_transactions":
{ Args: { "p_after"?: string,"p_after_id"?: string,"p_from"?: string,"p_max"?: number,"p_min"?: number,"p_search"?: string,"p_status"?: string,"p_until"?: string }; Returns: Json
                           },
"touch_agent_presence":
{ Args: Record<PropertyKey, never>; Returns: undefined
                           },
"touch_session":
{ Args: { "p_device_token"?: string }; Returns: boolean
                           },
"transfer_chat":
{ Args: { "p_conversation_id": string,"p_to": string }; Returns: undefined
                           },
"try_payment_rules":
{ Args: { "p_rules": Json }; Returns: Json
                           },
"turned_off":
{ Args: { "p_profile": Omit<Database["public"]['Tables']["profiles"]['Row'], Database["public"]['Tables']["profiles"]['ComputedFields']> }; Returns: (string)[]
                           },
"undo_payment":
{ Args: { "p_id": string }; Returns: Database["public"]['Enums']["payment_state"]
                           },
"undo_skip":
{ Args: { "p_id": string }; Returns: string
                           },
"update_complaint":
{ Args: { "p_case_id": string,"p_words": string }; Returns: undefined
                           },
"update_user":
{ Args: { "p_account_id"?: string,"p_balance"?: string,"p_full_name"?: string,"p_notification_email"?: string,"p_pin"?: string,"p_seen_balance"?: string,"p_user_id": string }; Returns: undefined
                           },
"use_passkey":
{ Args: { "p_challenge": string,"p_counter": number,"p_credential_id": string,"p_device_token"?: string,"p_user_handle"?: string }; Returns: {
              "email": string,"is_accepted": boolean
            }[]
                           },
"verify_audit":
{ Args: { "p_after"?: number }; Returns: {
              "broken_row": number,"verified_until": number
            }[]
                           },
"withdraw_device_code":
{ Args: { "p_code_id": string }; Returns: boolean
                           },
"write_while_suspended":
{ Args: { "p_message": string,"p_message_id": string }; Returns: undefined
                           }
          }
          Enums: {
            "payment_state": "held"|"sent"|"cancelled"
          }
          CompositeTypes: {
            "listed_case": {
                        "id": string | null,"kind": string | null,"customer_name": string | null,"opened_at": string | null,"due_at": string | null,"stopped_at": string | null,"has_question": boolean | null,"amount": number | null,"assigned_to": string | null,"assigned_name": string | null,"decision": string | null,"decided_at": string | null,"summary_due_at": string | null,"subject": string | null,"moves": string | null,"news": string | null
                      },"payment_answer": {
                        "transaction_id": string | null,"amount": number | null,"balance": number | null,"internal": boolean | null,"created_at": string | null,"state": Database["public"]['Enums']["payment_state"] | null,"send_at": string | null
                      },"payment_request": {
                        "to_name": string | null,"to_sort_code": string | null,"to_account_number": string | null,"amount": string | null,"reference": string | null,"check_id": string | null,"reason": string | null,"warnings": (string)[] | null,"warnings_version": number | null,"warnings_shown_at": string | null
                      }
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
            "payment_state": ["held", "sent", "cancelled"]
          }
        }
} as const
