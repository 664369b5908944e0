{{/*
The variables of a container. Takes root, values (of the component) and set (what the chart itself sets).
*/}}
{{- define "workflow.env" -}}
{{- $all := dict -}}
{{- range $source := list .root.Values.env .values.env -}}
  {{- range $name, $value := $source -}}
    {{- if not (kindIs "invalid" $value) -}}
      {{- $_ := set $all $name (include "workflow.text" $value) -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- range $name := list "PORT" "METRICS_PORT" "EXECUTOR_METRICS_PORT" "PUBLIC_URL" "NODE_EXTRA_CA_CERTS" -}}
  {{- if hasKey $all $name -}}
    {{- fail (printf "%s is not for env: set ingress.containerPort, ingress.metricsPort, executor.metricsPort, ingress.publicUrl or certificateAuthority" $name) -}}
  {{- end -}}
{{- end -}}
{{- range $name, $value := .set -}}
  {{- $_ := set $all $name (include "workflow.text" $value) -}}
{{- end -}}
{{- with .root.Values.certificateAuthority -}}
  {{- if or .secret .configMap -}}
    {{- $_ := set $all "NODE_EXTRA_CA_CERTS" (printf "/etc/workflow/ca/%s" .key) -}}
  {{- end -}}
{{- end -}}
{{- range $name, $value := $all }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range $entry := concat .root.Values.extraEnv .values.extraEnv }}
{{- if hasKey $entry "value" }}
- name: {{ $entry.name }}
  value: {{ include "workflow.text" $entry.value | quote }}
{{- else }}
- {{ toYaml $entry | nindent 2 | trim }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "workflow.envFrom" -}}
{{- with .root.Values.existingSecret }}
- secretRef: { name: {{ . | quote }} }
{{- end }}
{{- with concat .root.Values.extraEnvFrom .values.extraEnvFrom }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
Changes with the content of the Secrets and ConfigMaps that the pods read when they start. Takes root and values.
*/}}
{{- define "workflow.secretChecksum" -}}
{{- $namespace := .root.Release.Namespace -}}
{{- $found := list .root.Values.secretRevision -}}
{{- $secrets := list .root.Values.certificateAuthority.secret -}}
{{- $configMaps := list .root.Values.certificateAuthority.configMap -}}
{{- range $from := include "workflow.envFrom" . | fromYamlArray -}}
  {{- with $from.secretRef }}{{ $secrets = append $secrets .name }}{{ end -}}
  {{- with $from.configMapRef }}{{ $configMaps = append $configMaps .name }}{{ end -}}
{{- end -}}
{{- range $volume := concat .root.Values.extraVolumes .values.extraVolumes -}}
  {{- with $volume.secret }}{{ $secrets = append $secrets .secretName }}{{ end -}}
  {{- with $volume.configMap }}{{ $configMaps = append $configMaps .name }}{{ end -}}
{{- end -}}
{{- range $name := compact $secrets -}}
  {{- $found = append $found ((lookup "v1" "Secret" $namespace $name).data | default dict) -}}
{{- end -}}
{{- range $name := compact $configMaps -}}
  {{- $found = append $found ((lookup "v1" "ConfigMap" $namespace $name).data | default dict) -}}
{{- end -}}
{{ $found | toJson | sha256sum }}
{{- end -}}

{{/* A pod that is killed before it has released its sessions costs each of them a crash. Takes root and values. */}}
{{- define "workflow.gracePeriod" -}}
{{- $deadline := (get .values.env "SHUTDOWN_DEADLINE_MS") | default (get .root.Values.env "SHUTDOWN_DEADLINE_MS") | default 0 | float64 -}}
{{- if ge (divf $deadline 1000) (float64 .values.terminationGracePeriodSeconds) -}}
  {{- fail (printf "terminationGracePeriodSeconds (%v) must be longer than SHUTDOWN_DEADLINE_MS (%v)" .values.terminationGracePeriodSeconds (int64 $deadline)) -}}
{{- end -}}
{{ int64 .values.terminationGracePeriodSeconds }}
{{- end -}}
