import { useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import shapes from "../frame/shapes.module.css";
import { listGaps } from "./legal-templates/fill-template.ts";

/**
 * Offers the template of a legal page, and says which version the page began as and what is still to be filled in.
 * @param props.newest the version of the template, `YYYY-MM-DD`
 * @param props.begun the version that the page began as; undefined for a page that began as none
 * @param props.texts of the page, in all languages
 */
export function TemplateOffer({
  title,
  newest,
  begun,
  texts,
  onStart,
}: {
  title: string;
  newest: string;
  begun: string | undefined;
  texts: string[];
  onStart: () => void;
}) {
  const { t } = useLingui();
  const formats = useFormats();
  // Noon, so that it is the same day in nearly every time zone.
  const formatDay = (day: string) => formats.date(Date.parse(`${day}T12:00:00Z`));
  const day = formatDay(newest);
  const isEmpty = texts.every((text) => text.trim() === "");
  const beganOn = isEmpty || begun === undefined ? null : formatDay(begun);
  const action = isEmpty ? t`Start from a template` : t`Replace with the template`;
  const gaps = [...new Set(texts.flatMap(listGaps))];
  return (
    <div className={shapes.items}>
      {gaps.length > 0 && (
        <Notice
          tone="info"
          title={t`Fill in or delete what is in double brackets`}
          text={gaps.map((gap) => `[[${gap}]]`).join(" ")}
        />
      )}
      <p className={shapes.soft}>
        {beganOn === null
          ? t`There is a template (${day}). It is no legal advice.`
          : begun! < newest
            ? t`Began as the template of ${beganOn}. There is a newer one of ${day}: compare it with your text.`
            : t`Began as the template of ${beganOn}. It is no legal advice.`}{" "}
        <Button kind="plain" aria-label={`${action}: ${title}`} onClick={onStart}>
          {action}
        </Button>
      </p>
    </div>
  );
}
