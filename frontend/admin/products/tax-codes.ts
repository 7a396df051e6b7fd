import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/**
 * Stripe's tax codes for what shops of this kind sell, in our words: those that Link can sell. Stripe has many more; a
 * code that was chosen there is kept.
 */
export const taxCodes: Record<string, MessageDescriptor> = {
  txcd_10000000: msg`Digital service (general)`,
  txcd_10103000: msg`Online software, personal use`,
  txcd_10103001: msg`Online software, business use`,
  txcd_10103100: msg`Online software with a download, personal use`,
  txcd_10103101: msg`Online software with a download, business use`,
  txcd_10105001: msg`Online AI service, personal use`,
  txcd_10105002: msg`Online AI service, business use`,
  txcd_10202000: msg`Software to download, personal use`,
  txcd_10202003: msg`Software to download, business use`,
  txcd_37071001: msg`Updates of software`,
  txcd_10201000: msg`Video game to download`,
  txcd_10302000: msg`Book to download`,
  txcd_10302003: msg`Books to read online, subscription`,
  txcd_10301000: msg`Audiobook`,
  txcd_10303000: msg`Magazine to download, subscription`,
  txcd_10303002: msg`Magazine to read online, subscription`,
  txcd_10503000: msg`News or documents to download`,
  txcd_10503005: msg`News or documents to read online, subscription`,
  txcd_10401100: msg`Audio to download`,
  txcd_10401200: msg`Audio streaming, subscription`,
  txcd_10402100: msg`Video to download`,
  txcd_10402200: msg`Video streaming, subscription`,
  txcd_10501000: msg`Photos or images to download`,
  txcd_10505001: msg`Artwork to download`,
  txcd_20060158: msg`Course, streamed`,
  txcd_20060258: msg`Course, streamed and to download`,
  txcd_20060358: msg`Course, written`,
  txcd_20060058: msg`Training for self-study`,
  txcd_10701401: msg`Website with information, personal use`,
  txcd_10701400: msg`Website with information, business use`,
};
