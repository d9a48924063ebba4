// The door of the desk. Listeners are told why they stay outside.
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
    <div className="login column column--narrow">
      <title>{`${text.title} | ${strings.common.product}`}</title>
      <h1 className="login__title">{text.title}</h1>
      <p className="login__lead">{back ? text.again : text.lead}</p>
      {refused && (
        <section className="notice" role="alert">
          <h2 className="notice__title">{text.listenerTitle}</h2>
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
