// /unustasid-parooli
export { forgotAction as action } from "#app/features/auth/forgot-action.ts";
export { ForgotForm as Component } from "#app/features/auth/forgot-form.tsx";
