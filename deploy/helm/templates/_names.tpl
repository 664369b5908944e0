{{- define "workflow.name" -}}
{{ .Values.fullnameOverride | default .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end -}}

{{- define "workflow.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "workflow.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | quote }}
{{- include "workflow.texts" .Values.commonLabels }}
{{- end -}}

{{/* Never changes between versions: a Deployment's selector is immutable. Takes root and component. */}}
{{- define "workflow.selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/*
The executor pools as a list of pool, component, values and keda. `default` has the settings of `executor` and `keda`,
and each pool overrides some of them.
*/}}
{{- define "workflow.executorPools" -}}
{{- $shared := omit .Values.executor "pools" -}}
{{- $pools := list (dict "pool" "default" "component" "executor" "values" $shared "keda" .Values.keda) -}}
{{- range $pool, $own := .Values.executor.pools -}}
  {{- if eq $pool "default" -}}
    {{- fail "executor.pools: the settings of the pool default are those of executor and keda" -}}
  {{- end -}}
  {{- $values := mergeOverwrite (deepCopy $shared) (omit (deepCopy ($own | default dict)) "keda") -}}
  {{- $keda := mergeOverwrite (deepCopy $.Values.keda) (deepCopy (($own | default dict).keda | default dict)) -}}
  {{- $component := printf "executor-%s" $pool -}}
  {{- $pools = append $pools (dict "pool" $pool "component" $component "values" $values "keda" $keda) -}}
{{- end -}}
{{- toYaml $pools -}}
{{- end -}}

{{- define "workflow.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "workflow.name" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end -}}
{{- end -}}

{{/*
A value as text. Helm reads numbers of values files as floats, which would print 2097152 as 2.097152e+06.
*/}}
{{- define "workflow.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}
{{ printf "%.0f" . }}
{{- else -}}
{{ . }}
{{- end -}}
{{- end -}}

{{/* A map whose values must be texts in Kubernetes (labels, annotations, node selectors), one line per entry. */}}
{{- define "workflow.texts" -}}
{{- range $name, $value := . }}
{{ $name | quote }}: {{ include "workflow.text" $value | quote }}
{{- end }}
{{- end -}}
