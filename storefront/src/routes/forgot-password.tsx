export { ForgotForm as Component, forgotAction as action } from "#app/features/auth/forgot.tsx";
