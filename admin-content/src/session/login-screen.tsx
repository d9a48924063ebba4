// The login of the desk. A listener who logs in sees that the desk is for editors.
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { AnchorButton } from "storefront/kit/button.tsx";
import { strings } from "#app/et/strings.ts";
import { ownPath, STORE_FORGOT_PATH } from "#app/paths.ts";
import { LoginForm } from "./login-form.tsx";

const text = strings.login;

export function LoginScreen() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [refused, setRefused] = useState(false);
  const back = query.get("tagasi");
  return (
    <div className="desk-login column column--narrow">
      <title>{`${text.title} | ${strings.common.product}`}</title>
      <h1>{text.title}</h1>
      <p className="desk-note">{back ? text.again : text.lead}</p>
      {refused && (
        <section className="desk-warning" role="alert">
          <h2 className="desk-title-3">{text.listenerTitle}</h2>
          <p>{text.listener}</p>
          <AnchorButton href="/" icon="arrow-left">
            {text.toStore}
          </AnchorButton>
        </section>
      )}
      <LoginForm
        onIn={() => navigate(ownPath(back), { replace: true })}
        onListener={() => setRefused(true)}
      />
      <p>
        <a href={STORE_FORGOT_PATH}>{text.forgot}</a>
      </p>
    </div>
  );
}
